import type { Handlers } from "../../context.ts";
import { nextWebinar } from "./queries.ts";

export const webinarHandlers: Handlers<"webinar"> = {
  async notification({ db, clock }) {
    const now = clock.now();
    const [next] = await nextWebinar(db, { now });
    return next
      ? { _id: next.id, course: next.course, startAt: next.startAt.toISOString(), now: now.toISOString() }
      : null;
  },
};
