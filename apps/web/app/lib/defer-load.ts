import { isHydrated } from "./problem.ts";
import { withRetries } from "./retry.ts";

const settledAfterMs = 2500;

/**
 * Delays the script of a part that the server has rendered: on the first page it loads when the page has settled, or
 * as soon as somebody uses the part. Call it at module level, which tells the first page from later ones.
 */
export function deferLoad<Part>(load: () => Promise<Part>): () => Promise<Part> {
  const isFirstPage = typeof window !== "undefined" && !isHydrated();
  // If the script does not load, the part stays as the server rendered it.
  return () =>
    isFirstPage
      ? settled()
          .then(() => withRetries(load))
          .catch(stayAsDrawn<Part>)
      : load();
}

function stayAsDrawn<Part>(): Promise<Part> {
  return new Promise(() => {});
}

function settled(): Promise<void> {
  return new Promise((resolve) => {
    // A press that waits may be for this part.
    if (document.querySelector("[data-waits]")) resolve();
    setTimeout(resolve, settledAfterMs);
    for (const sign of ["pointerdown", "keydown", "scroll"]) addEventListener(sign, () => resolve(), { once: true });
  });
}
