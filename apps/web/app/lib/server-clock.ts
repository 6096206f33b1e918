import { useEffect, useState } from "react";

/** The server's time, and when its answer arrived by this browser's clock. */
export type ServerTime = { now: string; receivedAt: number };

type Options = {
  now: string | undefined;
  /** Left out when the answer has just arrived. */
  receivedAt?: number;
  /** The clock stops at this time. */
  until?: string | undefined;
  everyMs?: number;
};

/** The server's time, kept running in the browser, whose own clock may be wrong. Null until `now` is known. */
export function useServerClock(options: ServerTime & Options): Date;
export function useServerClock(options: Options): Date | null;
export function useServerClock({ now, receivedAt, until = "", everyMs = 1000 }: Options): Date | null {
  const [shown, setShown] = useState(() => (now && receivedAt ? timeSince({ now, receivedAt }) : null));
  useEffect(() => {
    if (!now) return;
    const answer = { now, receivedAt: receivedAt ?? Date.now() };
    const draw = () => {
      const time = timeSince(answer);
      setShown(time);
      if (time.getTime() > Date.parse(until)) clearInterval(timer);
    };
    const timer = setInterval(draw, everyMs);
    draw();
    return () => clearInterval(timer);
  }, [now, receivedAt, until, everyMs]);
  return shown;
}

function timeSince({ now, receivedAt }: ServerTime): Date {
  return new Date(Date.parse(now) + Date.now() - receivedAt);
}
