import { hasTakenOver } from "./problem.ts";

const settledAfterMs = 2500;

/**
 * For the script of a part that the server has drawn already: on the first page it is brought when the page has settled, or
 * as soon as somebody begins to use it. To be called while a module loads, which tells the first page from later ones.
 */
export function comesLater<Part>(bring: () => Promise<Part>): () => Promise<Part> {
  const isFirstPage = typeof window !== "undefined" && !hasTakenOver();
  // Where its script does not come, the part stays as the server has drawn it.
  return () =>
    isFirstPage
      ? settled()
          .then(bring)
          .catch(stayAsDrawn<Part>)
      : bring();
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
