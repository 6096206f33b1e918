import { Refusal } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import type { Handlers } from "../../context.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { openPlace } from "../lesson/access.ts";
import { withDetail } from "./detail.ts";
import { readProgress } from "./facts.ts";

export const progressHandlers: Handlers<"progress"> = {
  async list({ db, clock, learner }) {
    const whose = sql`${eq(purchase.learnerId, learner.id)} and ${purchase.state} = 'active'`;
    const found = await readProgress(db, { whose, now: clock.now() });
    return { courses: found.map(({ progress }) => progress) };
  },

  async read({ db, clock, learner }, { courseId }) {
    const now = clock.now();
    const { purchaseId } = await openPlace(db, { learnerId: learner.id, courseId });
    const [found] = await readProgress(db, { whose: eq(purchase.id, purchaseId), now });
    if (!found) throw new Refusal("UNKNOWN_COURSE");
    return withDetail(db, found, now);
  },
};
