import { and, isNull, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { staff } from "../../db/tables/staff.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { trainerChanged } from "./change-mails.ts";
import type { BatchNews } from "./change-news.ts";
import { listed } from "./change-words.ts";

/** Who taught these classes, and who teaches them now; not who made the change. */
export async function mailTrainers(tx: Db, batchNews: BatchNews): Promise<void> {
  const { courseId, courseName, batchId, notes, news, trainerIds, staffId } = batchNews;
  if (news.length === 0) return;
  const ids = new Set([...trainerIds, ...news.flatMap(({ liveClass }) => liveClass.trainerId ?? [])]);
  if (staffId) ids.delete(staffId);
  const people = await tx
    .select({ name: staff.name, email: staff.email })
    .from(staff)
    .where(and(sql`${staff.id} = ${anyOf([...ids])}`, isNull(staff.closedAt)));
  const mails = people.map(({ name, email }) =>
    mailOf(trainerChanged, { to: email, data: { name, batchId, courseId, courseName, notes, ...listed(news) } }),
  );
  await enqueueAll(tx, sendMail, mails);
}
