import { dayOf } from "@shoreline/domain/zone";
import { sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { classNote } from "../../db/tables/class.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import type { Files } from "../../ports.ts";
import { demoDomain } from "../account/demo.ts";
import { readInstitute } from "../site/queries.ts";
import { addDemoMaterial } from "./material-demo.ts";

/** The trainer as whom visitors of a demonstration enter. */
const trainerName = "Joel Antony";
const names = [
  ...["Ananya Iyer", "Arjun Prakash", "Divya Shankar", "Farhan Ali", "Iqbal Khan", "Kavya Rangan", "Naveen Raj"],
  ...["Pooja Menon", "Ritu Agarwal", "Sheela Mani", "Suresh Babu", "Thomas Kurian", "Varsha Nambiar", "Xavier Lobo"],
];
const firstNumber = 9_840_030_001;

/** A batch of the trainer with learners, marks of its past classes, material and a note: roll-call has somebody to call. */
export const teachingDemo: DemoMaker = {
  async people({ db, now, files }) {
    const found = await findBatch(db, now);
    if (found) await fillBatch(db, { ...found, now, files });
  },
};

type Run = { now: Date; files: Files | undefined };
type Found = { batchId: string; courseId: string; batchTime: string; batchType: "week-days" | "week-end"; since: Date };

/** One that has begun, if there is one with a class today. */
async function findBatch(db: Db, now: Date): Promise<Found | null> {
  const { begins, ends } = dayOf(now, (await readInstitute(db)).timeZone);
  const [from, to] = [begins.toISOString(), ends.toISOString()];
  const { rows } = await db.execute<Omit<Found, "since"> & { since: string }>(sql`
    select b.id as "batchId", b.course_id as "courseId", b.batch_time as "batchTime", b.batch_type as "batchType", b.starts_at as since
    from batch b
    where b.is_demo and b.starts_at < ${from}::timestamptz and b.ends_at > ${to}::timestamptz
      and exists (select from live_class c where c.batch_id = b.id and c.trainer_name = ${trainerName})
    order by exists (
      select from live_class c where c.batch_id = b.id and c.starts_at >= ${from}::timestamptz and c.starts_at < ${to}::timestamptz
    ) desc, b.starts_at, b.id limit 1`);
  const [row] = rows;
  return row ? { ...row, since: new Date(row.since) } : null;
}

async function fillBatch(db: Db, { files, now, ...found }: Found & Run) {
  const { batchId, courseId, batchTime, batchType, since } = found;
  const { state } = await readInstitute(db);
  const people = names.map((name, at) => {
    const [firstName = "", lastName = ""] = name.split(" ");
    return {
      ...{
        countryCode: "+91",
        mobileNumber: String(firstNumber + at),
        firstName,
        lastName,
        gender: "" as const,
        state,
      },
      ...{ email: `${name.toLowerCase().replace(" ", ".")}@${demoDomain}`, dateOfBirth: "2002-06-15" },
      ...{ occupation: "student" as const, instOrOrg: "", country: "india", createdAt: since, updatedAt: since },
    };
  });
  const added = await db.insert(learner).values(people).onConflictDoNothing().returning({ id: learner.id });
  if (added.length === 0) return;
  const purchasedAt = new Date(since.getTime() - 2 * 86_400_000);
  const bought = await db
    .insert(purchase)
    .values(added.map(({ id }) => ({ learnerId: id, courseId, batchTime, batchType, purchasedAt, confirmedAt: since })))
    .returning({ id: purchase.id });
  await db.insert(batchPlace).values(bought.map(({ id }) => ({ purchaseId: id, batchId, placedAt: since })));
  await markPast(db, { batchId, learnerIds: added.map(({ id }) => id), now });
  await addExtras(db, { batchId, courseId, learners: added.length, now, files });
}

/** Most were there; the same ones are away now and then. One has stayed away lately, one comes seldom: they fall behind. */
async function markPast(db: Db, { batchId, learnerIds, now }: { batchId: string; learnerIds: string[]; now: Date }) {
  await db.execute(sql`
    with held as (
      update live_class set finished_at = starts_at + interval '1 hour'
      where batch_id = ${batchId} and starts_at + interval '1 hour' < ${now.toISOString()}::timestamptz and cancelled_at is null
      returning id, number, starts_at
    ), marked as (
      select held.id as class_id, who.id as learner_id, held.starts_at + interval '4 minutes' as at,
        case
          when who.place = 11 and (select count(*) from held later where later.starts_at > held.starts_at) < 4 then 'absent'
          when who.place = 14 and held.number % 3 > 0 then 'absent'
          else case (who.place * 7 + held.number * 3) % 11 when 0 then 'absent' when 1 then 'late' else 'present' end
        end as mark
      from held, unnest(${sql.param(learnerIds)}::uuid[]) with ordinality as who(id, place)
    ), history as (
      insert into attendance_change (class_id, learner_id, mark, source, at, stored_at)
      select class_id, learner_id, mark, 'roll-call', at, at from marked
    )
    insert into attendance (class_id, learner_id, first_joined_at, last_joined_at, source, is_late)
    select class_id, learner_id, at, at, 'roll-call', mark = 'late' from marked where mark <> 'absent'`);
}

type Extras = Run & Pick<Found, "batchId" | "courseId"> & { learners: number };

async function addExtras(db: Db, { batchId, courseId, learners, now, files }: Extras) {
  const { rows } = await db.execute<{ id: string; topic: string }>(sql`
    select id, topic from live_class where batch_id = ${batchId} and starts_at < ${now.toISOString()}::timestamptz
    order by starts_at desc limit 1`);
  const [last] = rows;
  if (!last) return;
  const classId = last.id;
  await addDemoMaterial(db, { courseId, batchId, classId, topic: last.topic, now, files });
  await db.insert(classNote).values({
    ...{ id: crypto.randomUUID(), classId, learners, sentAt: now },
    text: "Please install the latest editor before the next class.",
  });
}
