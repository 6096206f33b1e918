import { useEffect, useState } from "react";
import { learnerClient } from "../../lib/learner.ts";

type Seats = Awaited<ReturnType<typeof learnerClient.schedule.seats>>;

/** Seats and the server's time, which a page that was kept does not know. Null until they are there; asked again each `time`. */
export function useSeats(courseId: string, time: number): Seats | null {
  const [seats, setSeats] = useState<Seats | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time asks again.
  useEffect(() => {
    const control = new AbortController();
    // Without an answer the page stays as the server has drawn it.
    learnerClient.schedule.seats({ courseId }, { signal: control.signal }).then(setSeats, () => {});
    return () => control.abort();
  }, [courseId, time]);
  return seats;
}
