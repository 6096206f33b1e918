import { type ClassNoticeKind, dueReminder, endsAt } from "@shoreline/domain/schedule";
import { and, asc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import type { classChanged } from "./jobs.ts";
import { classMail, classNotice, type MessageContext } from "./mails.ts";
import { placeLearners } from "./queries.ts";

/** The first reminder is due on the evening before the class. */
const lookAheadMs = 48 * 3_600_000;

/** Reminds learners of their next classes. Each reminder is sent once, however many processes run this. */
export async function sendReminders({ db, clock, publicUrl }: Deps): Promise<void> {
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
  await db.transaction((tx) => notify(tx, { notices: due, institute, publicUrl, now }));
}

type Changed = PayloadOf<typeof classChanged>;

/** Notifies learners of a moved or cancelled class, unless the class is over or was cancelled after the move. */
export async function notifyOfChange(
  { db, clock, publicUrl }: Deps,
  { classId, change, sequence, before }: Changed,
): Promise<void> {
  const now = clock.now();
  await placeLearners(db, { now });
  const institute = await readInstitute(db);
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(liveClass).where(eq(liveClass.id, classId));
    if (!found || endsAt(found) <= now || (change === "moved" && found.cancelledAt)) return;
    const notices = [{ classId, kind: change, startsAt: found.startsAt, sequence }];
    await notify(tx, { notices, institute, publicUrl, now, before: new Date(before) });
  });
}

type Notice = { classId: string; kind: ClassNoticeKind; startsAt: Date; sequence: number };
type Notices = MessageContext & { notices: Notice[]; before?: Date };

async function notify(tx: Db, { notices, before, ...context }: Notices): Promise<void> {
  const fresh = await markNotified(tx, notices);
  if (fresh.length === 0) return;
  const classes = await readClasses(tx, [...new Set(fresh.map(({ classId }) => classId))]);
  const people = await readPeople(tx, [...new Set(fresh.map(({ learnerId }) => learnerId))]);
  const messages = fresh.flatMap(({ classId, learnerId, kind }) => {
    const [about, who] = [classes.get(classId), people.get(learnerId)];
    return about && who ? [{ kind, who, before, ...about }] : [];
  });
  await enqueueAll(
    tx,
    notifyLearner,
    messages.map((message) => classNotice(message, context)),
  );
  await enqueueAll(
    tx,
    sendMail,
    messages.map((message) => classMail(message, context)),
  );
}

type Marked = { classId: string; learnerId: string; kind: ClassNoticeKind };

/** Marks the learners of the batch who have not had this notice for this time of the class. */
async function markNotified(tx: Db, notices: Notice[]): Promise<Marked[]> {
  if (notices.length === 0) return [];
  const list = JSON.stringify(notices);
  const { rows } = await tx.execute<Marked>(sql`
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
