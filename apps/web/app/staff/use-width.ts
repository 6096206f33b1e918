import { useCallback, useState } from "react";

/** The width that a drawing has: its letters keep their size on a phone. */
export function useWidth() {
  const [width, setWidth] = useState(640);
  const ref = useCallback((element: HTMLDivElement) => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
