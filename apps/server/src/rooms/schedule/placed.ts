import { teachingTimes, type WeeklySlot } from "@shoreline/domain/weekly";
import { sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { formatMoment } from "../../format.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import { pathOf } from "./class-mails.ts";
import type { BatchKind } from "./plan.ts";
import { placeFound } from "./purchase-mails.ts";

type Placed = BatchKind & {
  pattern: WeeklySlot[] | null;
  purchaseId: string;
  learnerId: string;
  firstName: string;
  email: string;
  courseId: string;
  courseName: string;
  topic: string;
  trainerName: string;
  startsAt: string;
};

/** Tells who was promised a letter that they have a place now: when they bought there was no batch, or theirs was cancelled. */
export async function tellPlaced(tx: Db, { purchaseIds, now }: { purchaseIds: string[]; now: Date }): Promise<void> {
  if (purchaseIds.length === 0) return;
  // Whose purchase is not confirmed yet reads of the place in the confirmation.
  const { rows } = await tx.execute<Placed>(sql`
    select p.id as "purchaseId", l.id as "learnerId", l.first_name as "firstName", l.email, course.course_id as "courseId",
      course.name as "courseName", b.batch_time as "batchTime", b.batch_type as "batchType", b.pattern,
      next.topic, next.trainer_name as "trainerName", next.starts_at as "startsAt"
    from purchase p join learner l on l.id = p.learner_id join course on course.id = p.course_id
    join batch_place placed on placed.purchase_id = p.id join batch b on b.id = placed.batch_id
    cross join lateral (
      select c.topic, c.trainer_name, c.starts_at from live_class c
      where c.batch_id = b.id and c.cancelled_at is null and c.starts_at > ${now.toISOString()}::timestamptz
      order by c.starts_at limit 1
    ) next
    where p.id = ${anyOf(purchaseIds)} and p.confirmed_at is not null order by p.id`);
  const institute = await readInstitute(tx);
  await enqueueAll(
    tx,
    notifyLearner,
    rows.map(({ learnerId, courseId, courseName, startsAt, ...kind }) => ({
      ...{ learnerId, title: `${courseName}: you have a place in a batch`, link: pathOf({ courseId }) },
      text: `${teachingTimes(kind)}. Your next class: ${formatMoment(new Date(startsAt), institute)}.`,
    })),
  );
  const mails = rows
    .filter(({ email }) => email !== "")
    .map(({ purchaseId, firstName, email, courseId, courseName, topic, trainerName, startsAt, ...kind }) =>
      mailOf(placeFound, {
        to: email,
        data: {
          ...{ firstName, courseId, courseName, batch: teachingTimes(kind) },
          nextClass: { topic, trainerName, startsAt: new Date(startsAt).toISOString() },
        },
        attachments: [{ kind: "classes", id: purchaseId }],
      }),
    );
  await enqueueAll(tx, sendMail, mails);
}
