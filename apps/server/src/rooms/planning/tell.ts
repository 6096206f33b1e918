import { teachingTimes, type WeeklySlot } from "@shoreline/domain/weekly";
import { asc, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { notifyLearner } from "../notification/jobs.ts";
import type { BatchKind } from "../schedule/plan.ts";
import { type BatchEnd, batchChanged, openingOf, placeText } from "./mails.ts";
import type { Sitting } from "./queries.ts";

type Telling = {
  learners: Sitting[];
  what: BatchEnd;
  /** Where they are now; null: they wait. */
  toBatchId: string | null;
  about: { courseId: string; courseName: string };
  note: string;
  now: Date;
};

/** Each learner hears of it once: in the portal, and by mail with the new classes for the calendar. */
export async function tellLearners(tx: Db, { learners, what, toBatchId, about, note, now }: Telling): Promise<void> {
  const ids = learners.map(({ learnerId }) => learnerId);
  const people = await tx
    .select({ id: learner.id, firstName: learner.firstName, email: learner.email })
    .from(learner)
    .where(sql`${learner.id} = ${anyOf(ids)}`)
    .orderBy(asc(learner.id));
  const { batch, nextClass } = await readNext(tx, { toBatchId, now });
  const link = `/dashboard/schedule/${encodeURIComponent(about.courseId)}`;
  const text = [openingOf(what, about.courseName), placeText({ batch }), note].filter(Boolean).join(" ");
  const title = `${about.courseName}: ${what === "cancelled" ? "your batch is cancelled" : "you are in another batch"}`;
  await enqueueAll(
    tx,
    notifyLearner,
    people.map(({ id }) => ({ learnerId: id, title, text, link })),
  );
  const purchaseOf = new Map(learners.map(({ learnerId, purchaseId }) => [learnerId, purchaseId]));
  const mails = people
    .filter(({ email }) => email !== "")
    .map(({ id, firstName, email }) =>
      mailOf(batchChanged, {
        to: email,
        data: { firstName, ...about, what, note, batch, nextClass },
        attachments: nextClass ? [{ kind: "classes", id: purchaseOf.get(id) ?? "" }] : [],
      }),
    );
  await enqueueAll(tx, sendMail, mails);
}

type Hearing = Pick<Telling, "about" | "note"> & { learnerIds: string[] };

/** Who waited for a seat in a batch that is cancelled can choose another one. */
export async function tellWaiting(tx: Db, { learnerIds, about, note }: Hearing): Promise<void> {
  const { courseId, courseName } = about;
  const notice = {
    title: `${courseName}: the batch you wait for is cancelled`,
    text: ["There is no seat to wait for any more. Please choose another batch.", note].filter(Boolean).join(" "),
    link: `/dashboard/viewdetails/${encodeURIComponent(courseId)}`,
  };
  await enqueueAll(
    tx,
    notifyLearner,
    learnerIds.map((learnerId) => ({ learnerId, ...notice })),
  );
}

type Next = BatchKind & { pattern: WeeklySlot[] | null; topic: string; trainerName: string; startsAt: string };

async function readNext(tx: Db, { toBatchId, now }: Pick<Telling, "toBatchId" | "now">) {
  if (!toBatchId) return { batch: null, nextClass: null };
  const { rows } = await tx.execute<Next>(sql`
    select b.batch_time as "batchTime", b.batch_type as "batchType", b.pattern, c.topic, c.trainer_name as "trainerName",
      c.starts_at as "startsAt"
    from batch b join live_class c on c.batch_id = b.id
    where b.id = ${toBatchId} and c.cancelled_at is null and c.starts_at > ${now.toISOString()}::timestamptz
    order by c.starts_at limit 1`);
  const [next] = rows;
  if (!next) return { batch: null, nextClass: null };
  const { topic, trainerName, startsAt } = next;
  return { batch: teachingTimes(next), nextClass: { topic, trainerName, startsAt: new Date(startsAt).toISOString() } };
}
