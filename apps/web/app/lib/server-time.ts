import { useEffect, useMemo, useState } from "react";

/** The server's clock, going on from what it showed: a visitor's own clock may be wrong. */
export function useServerTime(shown: string, everyMs = 1000): Date {
  const ahead = useMemo(() => new Date(shown).getTime() - Date.now(), [shown]);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    setNow(Date.now());
    return () => clearInterval(timer);
  }, [everyMs]);
  return new Date(now + ahead);
}
