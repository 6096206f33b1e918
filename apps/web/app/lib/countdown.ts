import { useEffect, useState } from "react";

const tickInMs = 1000;

/** The server's clock in this browser, each second until a moment: what `now` was when it was asked, and what has passed since. */
export function useServerClock({ now, until }: { now: string | undefined; until: string | undefined }): Date | null {
  const [shown, setShown] = useState<Date | null>(null);
  useEffect(() => {
    if (!now || !until) return;
    const end = Date.parse(until);
    const ahead = Date.parse(now) - Date.now();
    const draw = () => {
      const at = Date.now() + ahead;
      setShown(new Date(at));
      if (at > end) clearInterval(timer);
    };
    const timer = setInterval(draw, tickInMs);
    draw();
    return () => clearInterval(timer);
  }, [now, until]);
  return shown;
}
