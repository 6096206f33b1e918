import type { TaughtClass } from "@shoreline/contract";
import { teachingTimes } from "@shoreline/domain/weekly";
import { dayOf } from "@shoreline/domain/zone";
import { asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { toCounted } from "../../db/counted.ts";
import { hasLearners, isCurrentPurchase } from "../../db/current-purchase.ts";
import { cutPage, inTime, isAfter, isBefore } from "../../db/cursor.ts";
import { isOurTime } from "../../db/our-time.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { attendance, batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { listTrainerNames } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";
import { hasTrainersName, isTaughtBy, seesAll, type Trainer } from "./own.ts";

const pageSize = 25;

type Asked = {
  when: "today" | "over" | "coming" | "past";
  trainerId?: string | undefined;
  courseId?: string | undefined;
  after?: string | undefined;
};

export async function listTaught(ctx: StaffCtx, asked: Asked) {
  const { db, clock } = ctx;
  const now = clock.now();
  const isForAll = seesAll(ctx);
  const choices = isForAll ? await readChoices(ctx) : null;
  const wanted = asked.trainerId && choices ? choices.trainers.find(({ id }) => id === asked.trainerId) : undefined;
  const nobody = asked.trainerId ? { id: asked.trainerId, name: "" } : null;
  const trainer = isForAll ? (wanted ?? nobody) : ctx.staff;
  const { timeZone } = await readInstitute(db);
  const wish = { ...asked, me: ctx.staff, trainer, now, day: dayOf(now, timeZone), size: pageSize + 1 };
  const { page, next } = cutPage(await pageOf(db, wish), pageSize);
  const over = asked.when === "today" ? await countOver(db, wish) : null;
  return { now: now.toISOString(), classes: page.map(toTaught), next, over, choices };
}

type Page = Asked & {
  me: Trainer;
  trainer: Trainer | null;
  now: Date;
  day: { begins: Date; ends: Date };
  size: number;
};

const byStart = inTime(sql`${liveClass.startsAt}`);

/** Learners who have the course still. */
const learnersOf = sql<number>`(
  select count(*)::int from ${batchPlace} join ${purchase} on ${purchase.id} = ${batchPlace.purchaseId}
  where ${batchPlace.batchId} = ${liveClass.batchId} and ${isCurrentPurchase})`;
const classesOf = sql<number>`(
  select count(*)::int from live_class other where other.batch_id = ${liveClass.batchId})`;

/** The ids come from indexes first, each with as many as a page has. */
export function pageOf(db: Db, page: Page) {
  const { me, size } = page;
  const order = isBackwards(page) ? desc : asc;
  return db
    .select({
      ...{ id: liveClass.id, key: byStart.key, one: liveClass, courseName: course.name, batch },
      ...{ isYours: isTaughtBy(me), classes: classesOf, learners: learnersOf },
      present: sql<number>`(select count(*)::int from ${attendance} where ${attendance.classId} = ${liveClass.id})`,
    })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(sql`${liveClass.id} in (${idsOf(page)})`)
    .orderBy(order(liveClass.startsAt), order(liveClass.id))
    .limit(size);
}

/** What is over is read from its end. */
const isBackwards = ({ when }: Page) => when === "past" || when === "over";

/** The page says "100+". */
const mostOver = 100;

async function countOver(db: Db, page: Page) {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      unfinished: sql<number>`(count(*) filter (where ${liveClass.finishedAt} is null and ${hasLearners(liveClass.batchId)}))::int`,
    })
    .from(liveClass)
    .where(sql`${liveClass.id} in (${idsOf({ ...page, when: "over", after: undefined, size: mostOver + 1 })})`);
  const { count = 0, unfinished = 0 } = found ?? {};
  return { ...toCounted(count, mostOver), unfinished: Math.min(unfinished, mostOver) };
}

function idsOf(page: Page): SQL {
  const { trainer, size } = page;
  const way = isBackwards(page) ? sql.raw("desc") : sql.raw("asc");
  const first = (from: SQL, condition: SQL) => sql`(
    select ${liveClass.id} from ${from} where ${condition} and ${isWanted(page)}
    order by ${liveClass.startsAt} ${way}, ${liveClass.id} ${way} limit ${size})`;
  if (!trainer) return first(sql`${liveClass}`, sql`true`);
  const ofBatches = sql`${batch} join ${liveClass} on ${liveClass.batchId} = ${batch.id}`;
  return sql.join(
    [
      first(sql`${liveClass}`, eq(liveClass.trainerId, trainer.id)),
      first(ofBatches, eq(batch.trainerId, trainer.id)),
      ...(trainer.name ? [first(sql`${liveClass}`, hasTrainersName(trainer))] : []),
    ],
    sql` union `,
  );
}

function isWanted(page: Page): SQL {
  const { when, courseId, after, now } = page;
  const { begins, ends } = page.day;
  const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
  const isToday = sql`${liveClass.startsAt} >= ${moment(begins)} and ${liveClass.startsAt} < ${moment(ends)}`;
  // None that begins later can be over: so the index ends there.
  const hasBegun = sql`${liveClass.startsAt} <= ${moment(now)}`;
  const isOver = sql`${liveClass.startsAt} + ${liveClass.minutes} * interval '1 minute' <= ${moment(now)}`;
  const isThen = {
    today: sql`${isToday} and not (${isOver})`,
    over: sql`${isToday} and ${hasBegun} and ${isOver}`,
    coming: sql`${liveClass.startsAt} >= ${moment(ends)}`,
    past: sql`${liveClass.startsAt} < ${moment(begins)}`,
  }[when];
  const isBeyond = isBackwards(page) ? isBefore : isAfter;
  const parts = [
    isThen,
    isOurTime(liveClass.startsAt),
    isNull(liveClass.cancelledAt),
    ...(after ? [isBeyond(byStart, liveClass.id, after)] : []),
    ...(courseId ? [isOfCourse(courseId)] : []),
  ];
  return sql.join(parts, sql` and `);
}

const isOfCourse = (courseId: string) => sql`exists (
  select from batch own join course about on about.id = own.course_id
  where own.id = ${liveClass.batchId} and about.course_id = ${courseId})`;

async function readChoices(ctx: StaffCtx) {
  return { trainers: await listTrainerNames(ctx) };
}

type Row = Awaited<ReturnType<typeof pageOf>>[number];

function toTaught({ one, courseName, batch: run, isYours, classes, learners, present }: Row): TaughtClass {
  return { ...factsOf({ ...one, courseName, isYours }, run.name), classes, learners, present };
}

type Named = { name: string } & Parameters<typeof teachingTimes>[0];
export const nameOf = ({ name, ...taught }: Named) => name || teachingTimes(taught);

type Facts = typeof liveClass.$inferSelect & { courseName: string; isYours: boolean };

export function factsOf(one: Facts, batch: string) {
  return {
    ...{ classId: one.id, course: one.courseName, batch, number: one.number, topic: one.topic },
    ...{ topicHeld: one.topicHeld, trainer: one.trainerName, isYours: one.isYours },
    startsAt: one.startsAt.toISOString(),
    endsAt: new Date(one.startsAt.getTime() + one.minutes * 60_000).toISOString(),
    isCancelled: one.cancelledAt !== null,
    finishedAt: one.finishedAt?.toISOString() ?? null,
  };
}
