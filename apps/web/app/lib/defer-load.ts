import { isHydrated } from "./problem.ts";

const settledAfterMs = 2500;

/**
 * Loads the script of a part that the server has drawn already: on the first page once the page has settled, or as soon as
 * the visitor begins to use it. Call it while a module loads, so that it can tell the first page from later ones.
 */
export function deferLoad<Part>(load: () => Promise<Part>): () => Promise<Part> {
  const isFirstPage = typeof window !== "undefined" && !isHydrated();
  // Where its script does not come, the part stays as the server has drawn it.
  return () =>
    isFirstPage
      ? settled()
          .then(load)
          .catch(stayAsDrawn<Part>)
      : load();
}

function stayAsDrawn<Part>(): Promise<Part> {
  return new Promise(() => {});
}

function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, settledAfterMs);
    for (const sign of ["pointerdown", "keydown", "scroll"]) addEventListener(sign, () => resolve(), { once: true });
  });
}
