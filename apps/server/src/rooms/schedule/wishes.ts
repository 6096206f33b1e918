import { teachingTimes } from "@shoreline/domain/weekly";
import { eq } from "drizzle-orm";
import { course } from "../../db/tables/course.ts";
import { batch } from "../../db/tables/schedule.ts";
import type { JobContext } from "../../jobs/job.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { batchOpens } from "../lead/mails.ts";
import { answerWishes } from "../lead/queries.ts";

/** Writes once to everybody who waits for a batch of this kind. */
export async function announceBatch({ db, clock, once }: JobContext, batchId: string): Promise<void> {
  const now = clock.now();
  const [found] = await db
    .select({ batch, courseId: course.courseId, courseName: course.name, isHidden: course.isHidden })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(eq(batch.id, batchId));
  // Staff may have removed or cancelled it, or planned one that runs already.
  if (!found || found.isHidden || found.batch.cancelledAt || found.batch.startsAt <= now) return;
  const { courseId, courseName } = found;
  const { batchTime, batchType, startsAt } = found.batch;
  const data = { courseId, courseName, batchTime, batchType, startsAt: startsAt.toISOString() };
  await once(async (tx) => {
    const waiting = await answerWishes(tx, { courseId, batchTime, batchType, now });
    const batchOf = teachingTimes(found.batch);
    const mails = waiting.map((to) => mailOf(batchOpens, { to, data: { ...data, batch: batchOf } }));
    await enqueueAll(tx, sendMail, mails);
  });
}
