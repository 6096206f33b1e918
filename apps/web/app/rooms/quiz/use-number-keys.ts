import { useEffect } from "react";

/** Loads the code for number keys with the first key press. */
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
