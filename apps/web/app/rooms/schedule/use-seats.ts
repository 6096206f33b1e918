import { useEffect, useState } from "react";
import { learnerClient } from "../../lib/learner.ts";

type Seats = Awaited<ReturnType<typeof learnerClient.schedule.seats>>;

/** Seats and the server's time, which a page that was kept does not know. Null until they are there. */
export function useSeats(courseId: string): Seats | null {
  const [seats, setSeats] = useState<Seats | null>(null);
  useEffect(() => {
    const control = new AbortController();
    // Without an answer the page stays as the server has drawn it.
    learnerClient.schedule.seats({ courseId }, { signal: control.signal }).then(setSeats, () => {});
    return () => control.abort();
  }, [courseId]);
  return seats;
}
