import { and, isNull, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { staff } from "../../db/tables/staff.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { trainerChanged } from "./change-mails.ts";
import type { BatchChange, ClassNews } from "./change-news.ts";
import { listed } from "./change-words.ts";

/** Who taught these classes, and who teaches them now; not who made the change. */
export async function mailTrainers(
  tx: Db,
  { change, news }: { change: BatchChange; news: ClassNews[] },
): Promise<void> {
  const { courseId, courseName, batchId, notes } = change;
  const told = new Set(news.map(({ liveClass }) => liveClass.id));
  const before = change.classes.flatMap((one) => (told.has(one.classId) ? (one.before.trainerId ?? []) : []));
  const ids = new Set([...before, ...news.flatMap(({ liveClass }) => liveClass.trainerId ?? [])]);
  if (change.staffId) ids.delete(change.staffId);
  const people = await tx
    .select({ name: staff.name, email: staff.email })
    .from(staff)
    .where(and(sql`${staff.id} = ${anyOf([...ids])}`, isNull(staff.closedAt)));
  const mails = people.map(({ name, email }) =>
    mailOf(trainerChanged, { to: email, data: { name, batchId, courseId, courseName, notes, ...listed(news) } }),
  );
  await enqueueAll(tx, sendMail, mails);
}
