import { useEffect } from "react";

/** Whoever answers by keys brings what that takes with the first one. */
export function useNumberKeys({ isOff }: { isOff: boolean }): void {
  useEffect(() => {
    if (isOff) return;
    const onKey = (event: KeyboardEvent) => {
      if (/^[1-4]$/.test(event.key)) import("./number-keys.ts").then((keys) => keys.chooseByKey(event));
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOff]);
}
