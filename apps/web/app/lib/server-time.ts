import { useEffect, useState } from "react";

/** `shown` is what the server's clock showed when its answer came, `at` when that was by the visitor's own. */
export type ServerClock = { shown: string; at: number };

/** The server's clock, going on from what it showed: a visitor's own clock may be wrong. */
export function useServerTime({ shown, at }: ServerClock, everyMs = 1000): Date {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    setNow(Date.now());
    return () => clearInterval(timer);
  }, [everyMs]);
  return new Date(now + new Date(shown).getTime() - at);
}
