import { type ClassNoticeKind, dueReminder, endsAt, isSameDay } from "@shoreline/domain/schedule";
import { and, asc, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { batch, classNews, liveClass } from "../../db/tables/schedule.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import { channelReader } from "../../messages/compose.ts";
import { composed, inSteps, rowsPerStep } from "../../steps.ts";
import { notifyLearner, sendMessage } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import { classMail, classNotice, type MessageContext } from "./class-notice.ts";
import type { classChanged } from "./jobs.ts";
import { routeNotice } from "./messages.ts";
import { placeLearners } from "./places.ts";
import type { ClassRow } from "./queries.ts";

/** The first reminder is due on the evening before the class. */
const lookAheadMs = 48 * 3_600_000;

/** Reminds learners of their next classes. Each reminder is sent once, however many processes run this. */
export async function sendReminders(deps: Deps): Promise<void> {
  const { db, clock, publicUrl } = deps;
  const now = clock.now();
  await placeLearners(db, { now });
  const institute = await readInstitute(db);
  const context = { institute, publicUrl, now, channelsOf: await channelReader(deps) };
  const near = await db
    .select({ id: liveClass.id, batchId: liveClass.batchId, startsAt: liveClass.startsAt })
    .from(liveClass)
    .where(
      and(
        gt(liveClass.startsAt, now),
        lt(liveClass.startsAt, new Date(now.getTime() + lookAheadMs)),
        isNull(liveClass.cancelledAt),
      ),
    )
    .orderBy(asc(liveClass.startsAt));
  const { timeZone } = institute;
  const due = near.flatMap(({ id, batchId, startsAt }) => {
    const kind = dueReminder({ startsAt, now, timeZone });
    if (!kind) return [];
    const isLater = (other: (typeof near)[number]) =>
      other.batchId === batchId && other.startsAt > startsAt && isSameDay(other.startsAt, startsAt, timeZone);
    return [{ classId: id, kind, startsAt, sequence: 0, laterIds: near.filter(isLater).map((other) => other.id) }];
  });
  for (const notice of await selectOpen(db, due))
    await inSteps((after: Place | undefined) => notify(deps, { notice, after, context }));
}

const newsKeptMs = 30 * 86_400_000;

/** What was told about a class long past is told to nobody again. */
export async function forgetOldNews(db: Db, now: Date): Promise<void> {
  await eraseWhere(db, classNews, lt(classNews.startsAt, new Date(now.getTime() - newsKeptMs)));
}

type Changed = PayloadOf<typeof classChanged>;

/** Notifies learners of a moved or cancelled class, unless the class is over or was cancelled after the move. */
export async function notifyOfChange(deps: Deps, { classId, change, sequence, before }: Changed): Promise<void> {
  const { db, clock, publicUrl } = deps;
  const now = clock.now();
  await placeLearners(db, { now });
  const context = { institute: await readInstitute(db), publicUrl, now, channelsOf: await channelReader(deps) };
  const readNotice = async (): Promise<Notice | null> => {
    const [found] = await db.select().from(liveClass).where(eq(liveClass.id, classId));
    if (!found || endsAt(found) <= now || (change === "moved" && found.cancelledAt)) return null;
    return { classId, kind: change, startsAt: found.startsAt, sequence };
  };
  await inSteps(async (after: Place | undefined) => {
    const notice = await readNotice();
    return notice ? notify(deps, { notice, after, before: new Date(before), context }) : [];
  });
  const notice = await readNotice();
  // The job is tried again for those whose message could not be composed.
  if (notice && (await selectOpen(db, [notice])).length > 0)
    throw new Error("Some learners were not notified of a changed class.");
}

/** A reminder also names the later classes of the batch on that day, and stands for theirs. */
type Notice = { classId: string; kind: ClassNoticeKind; startsAt: Date; sequence: number; laterIds?: string[] };

/** A change is known by its sequence, a reminder by the time of the class. */
const isNotified = sql`exists (
  select from class_news news
  where news.class_id = n."classId" and news.learner_id = p.learner_id and news.kind = n.kind and news.sequence = n.sequence
    and (news.starts_at = n."startsAt" or n.sequence > 0)
)`;

const asTable = (notices: Notice[]) => sql`
  json_to_recordset(${JSON.stringify(notices)}::json) as n("classId" uuid, kind text, "startsAt" timestamptz, sequence int)`;

/** Those notices that somebody has not had yet. */
async function selectOpen(db: Db, notices: Notice[]): Promise<Notice[]> {
  const { rows } = await db.execute<{ classId: string }>(sql`
    select n."classId" from ${asTable(notices)}
    join live_class c on c.id = n."classId"
    where exists (
      select from batch_place b join purchase p on p.id = b.purchase_id
      where b.batch_id = c.batch_id and not ${isNotified}
    )`);
  const open = new Set(rows.map(({ classId }) => classId));
  return notices.filter(({ classId }) => open.has(classId));
}

type Step = { notice: Notice; after: Place | undefined; before?: Date; context: MessageContext };

/** Notifies learners with the next places in the batch. Returns these places. */
async function notify({ db, log }: Deps, { notice, after, before, context }: Step): Promise<Place[]> {
  return db.transaction(async (tx) => {
    const places = await listPlaces(tx, { notice, after });
    const about = await readClass(tx, notice);
    if (!about) return [];
    const later = await listLater(tx, notice);
    const people = await readPeople(tx, places);
    const messages = people.flatMap((who) =>
      composed(log, { classId: notice.classId, learnerId: who.id }, () => {
        const message = { kind: notice.kind, who, before, later, ...about };
        const shown = notifyLearner.payload.parse(classNotice(message, context));
        const mail = sendMail.payload.parse(classMail(message));
        return { who, shown, ...routeNotice({ ...message, mail }, context) };
      }),
    );
    const marked = await markNotified(
      tx,
      notice,
      messages.map(({ who }) => who.id),
    );
    for (const { id: classId, startsAt } of later)
      await markNotified(tx, { ...notice, classId, startsAt }, [...marked]);
    const fresh = messages.filter(({ who }) => marked.has(who.id));
    const shown = fresh.map((message) => message.shown);
    const mails = fresh.flatMap((message) => message.mails);
    const texts = fresh.flatMap((message) => message.texts);
    await enqueueAll(tx, notifyLearner, shown);
    await enqueueAll(tx, sendMail, mails);
    await enqueueAll(tx, sendMessage, texts);
    return places;
  });
}

type Place = { purchaseId: string; learnerId: string; isDue: boolean };

async function listPlaces(tx: Db, { notice, after }: Pick<Step, "notice" | "after">): Promise<Place[]> {
  const isNext = after ? sql`and purchase_id > ${after.purchaseId}` : sql``;
  const { rows } = await tx.execute<Place>(sql`
    select p.id as "purchaseId", p.learner_id as "learnerId", not ${isNotified} as "isDue"
    from ${asTable([notice])} cross join (
      select purchase_id from batch_place
      where batch_id = (select batch_id from live_class where id = ${notice.classId}) ${isNext}
      order by purchase_id limit ${rowsPerStep}
    ) place
    join purchase p on p.id = place.purchase_id
    order by p.id`);
  return rows;
}

/** Null when the class was cancelled or moved meanwhile, unless the notice is about that. */
async function readClass(tx: Db, { classId, kind, startsAt, sequence }: Notice) {
  const [found] = await tx
    .select({ liveClass, courseId: course.courseId, courseName: course.name })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(eq(liveClass.id, classId));
  if (!found || (kind !== "cancelled" && found.liveClass.cancelledAt)) return null;
  const isReminder = sequence === 0;
  return isReminder && found.liveClass.startsAt.getTime() !== startsAt.getTime() ? null : found;
}

async function listLater(tx: Db, { laterIds = [] }: Notice): Promise<ClassRow[]> {
  return tx
    .select()
    .from(liveClass)
    .where(and(sql`${liveClass.id} = ${anyOf(laterIds)}`, isNull(liveClass.cancelledAt)))
    .orderBy(asc(liveClass.startsAt));
}

/** Their accounts cannot be deleted until the transaction ends. */
async function readPeople(tx: Db, places: Place[]) {
  const ids = places.flatMap(({ learnerId, isDue }) => (isDue ? learnerId : []));
  return tx
    .select({
      id: learner.id,
      firstName: learner.firstName,
      email: learner.email,
      countryCode: learner.countryCode,
      mobileNumber: learner.mobileNumber,
      noticeChannel: learner.noticeChannel,
    })
    .from(learner)
    .where(sql`${learner.id} = ${anyOf(ids)}`)
    .orderBy(asc(learner.id))
    .for("key share");
}

/** Another process may have marked some of them meanwhile: returns the learners that are ours. */
async function markNotified(
  tx: Db,
  { classId, kind, startsAt, sequence }: Notice,
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into class_news (learner_id, class_id, kind, starts_at, sequence)
    select id, ${classId}, ${kind}, ${startsAt.toISOString()}::timestamptz, ${sequence}
    from unnest(${sql.param(ids)}::uuid[]) id
    on conflict do nothing
    returning learner_id as id`);
  return new Set(rows.map(({ id }) => id));
}
