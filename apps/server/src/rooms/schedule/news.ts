import { type ClassNewsKind, dueReminder, endsAt } from "@shoreline/domain/schedule";
import { and, asc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import type { Payload } from "../../jobs/catalogue.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { classMail, classNotice, type LetterContext } from "./mails.ts";
import { placeLearners } from "./queries.ts";

/** Nothing is due earlier than on the evening before. */
const lookAheadMs = 48 * 3_600_000;

/** Tells of the classes that are near. However often and wherever it runs, everybody hears of each once. */
export async function remindOfClasses({ db, clock, publicUrl }: Deps): Promise<void> {
  const now = clock.now();
  await placeLearners(db, { now });
  const institute = await readInstitute(db);
  const near = await db
    .select({ id: liveClass.id, startsAt: liveClass.startsAt })
    .from(liveClass)
    .where(
      and(
        gt(liveClass.startsAt, now),
        lt(liveClass.startsAt, new Date(now.getTime() + lookAheadMs)),
        isNull(liveClass.cancelledAt),
      ),
    )
    .orderBy(asc(liveClass.startsAt));
  const due = near.flatMap(({ id, startsAt }) => {
    const kind = dueReminder({ startsAt, now, timeZone: institute.timeZone });
    return kind ? [{ classId: id, kind, startsAt, sequence: 0 }] : [];
  });
  await db.transaction((tx) => tell(tx, { news: due, institute, publicUrl, now }));
}

type Changed = Payload<"class.changed">;

/** Of a class that was moved or cancelled, unless it is over meanwhile, or something else has become of it. */
export async function tellOfChange(
  { db, clock, publicUrl }: Deps,
  { classId, change, sequence, before }: Changed,
): Promise<void> {
  const now = clock.now();
  await placeLearners(db, { now });
  const institute = await readInstitute(db);
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(liveClass).where(eq(liveClass.id, classId));
    if (!found || endsAt(found) <= now || (change === "moved" && found.cancelledAt)) return;
    const news = [{ classId, kind: change, startsAt: found.startsAt, sequence }];
    await tell(tx, { news, institute, publicUrl, now, before: new Date(before) });
  });
}

type News = { classId: string; kind: ClassNewsKind; startsAt: Date; sequence: number };
type Telling = LetterContext & { news: News[]; before?: Date };

async function tell(tx: Db, { news, before, ...context }: Telling): Promise<void> {
  const told = await markTold(tx, news);
  if (told.length === 0) return;
  const classes = await readClasses(tx, [...new Set(told.map(({ classId }) => classId))]);
  const people = await readPeople(tx, [...new Set(told.map(({ learnerId }) => learnerId))]);
  const letters = told.flatMap(({ classId, learnerId, kind }) => {
    const [about, who] = [classes.get(classId), people.get(learnerId)];
    return about && who ? [{ kind, who, before, ...about }] : [];
  });
  await enqueueAll(
    tx,
    "notification.add",
    letters.map((letter) => classNotice(letter, context)),
  );
  await enqueueAll(
    tx,
    "mail.send",
    letters.map((letter) => classMail(letter, context)),
  );
}

/** Everybody in the batch who has not been told this of a class at this time. */
async function markTold(tx: Db, news: News[]): Promise<{ classId: string; learnerId: string; kind: ClassNewsKind }[]> {
  if (news.length === 0) return [];
  const list = JSON.stringify(news);
  const { rows } = await tx.execute<{ classId: string; learnerId: string; kind: ClassNewsKind }>(sql`
    insert into class_news (class_id, learner_id, kind, starts_at, sequence)
    select c.id, p.learner_id, n.kind, n."startsAt", n.sequence
    from json_to_recordset(${list}::json) as n("classId" uuid, kind text, "startsAt" timestamptz, sequence int)
    join live_class c on c.id = n."classId" and (n.kind = 'cancelled' or c.cancelled_at is null)
    join batch_place b on b.batch_id = c.batch_id
    join purchase p on p.id = b.purchase_id
    on conflict do nothing
    returning class_id as "classId", learner_id as "learnerId", kind`);
  return rows;
}

async function readClasses(tx: Db, ids: string[]) {
  const rows = await tx
    .select({ liveClass, courseId: course.courseId, courseName: course.name })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(inArray(liveClass.id, ids));
  return new Map(rows.map((row) => [row.liveClass.id, row]));
}

async function readPeople(tx: Db, ids: string[]) {
  const rows = await tx
    .select({ id: learner.id, firstName: learner.firstName, email: learner.email })
    .from(learner)
    .where(inArray(learner.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
