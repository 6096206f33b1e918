import { type ReactNode, useSyncExternalStore } from "react";

/** The server draws the frame with a skeleton, the same for everyone; the console is drawn in the browser. */
export function ClientOnly({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
    ? children
    : fallback;
}
