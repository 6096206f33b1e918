import type { StaffToday, TodaysClass } from "@shoreline/contract";
import { dayOf } from "@shoreline/domain/zone";
import { and, asc, eq, gte, isNull, lt, lte, not, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { toCounted } from "../../db/counted.ts";
import { cutPage, inTime, isAfter } from "../../db/cursor.ts";
import { course } from "../../db/tables/course.ts";
import { meeting } from "../../db/tables/meeting.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { readInstitute } from "../site/queries.ts";
import { hasTrainersName, isTaughtBy, type Trainer } from "../teaching/own.ts";
import type { Wanted } from "./page.ts";

const mostToday = 100;
const mostClassesCounted = 1000;

/** For Today: who teaches today finds their own classes first, then come those that run or come, and then those that are over. */
export async function listForToday(ctx: StaffCtx): Promise<Pick<StaffToday, "classes" | "areMoreClasses">> {
  const found = new Map<string, TodaysClass>();
  let areMoreClasses = false;
  for (const part of [{ only: "mine" }, { when: "ahead" }, { when: "over" }] as const) {
    const { classes, next } = await listClasses(ctx, { ...part, size: mostToday });
    for (const one of classes) found.set(one.classId, one);
    areMoreClasses ||= next !== null || found.size > mostToday;
    if (areMoreClasses) break;
  }
  const classes = [...found.values()].slice(0, mostToday);
  const byTime = (one: TodaysClass, other: TodaysClass) => Date.parse(one.startsAt) - Date.parse(other.startsAt);
  return {
    classes: classes.toSorted((one, other) => Number(other.isYours) - Number(one.isYours) || byTime(one, other)),
    areMoreClasses,
  };
}

type ClassFilter = { only?: "mine" | "no trainer" | "no link" | undefined };
type WantedClasses = Wanted & ClassFilter & { when?: "ahead" | "over" | undefined };

export async function listClasses(ctx: StaffCtx, { when, only, after, size }: WantedClasses) {
  const { db, clock } = ctx;
  const now = clock.now();
  const byStart = inTime(sql`${liveClass.startsAt}`);
  const order = [asc(liveClass.startsAt), asc(liveClass.id)];
  // The page comes from an index; what belongs to its classes is read for them only.
  const page = db
    .select({ id: liveClass.id })
    .from(liveClass)
    .where(
      and(
        await isToday(ctx, { only }),
        when ? isWhen[when](now) : undefined,
        after ? isAfter(byStart, liveClass.id, after) : undefined,
      ),
    )
    .orderBy(...order)
    .limit(size + 1)
    .as("page");
  const rows = await db
    .select({
      ...{ id: liveClass.id, key: byStart.key, one: liveClass, course: course.name },
      ...{ learners: learnersOf, isYours: isTaughtBy(ctx.staff), hasLink: hasLink(), linkProblem },
    })
    .from(page)
    .innerJoin(liveClass, eq(liveClass.id, page.id))
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .leftJoin(meeting, eq(meeting.classId, liveClass.id))
    .orderBy(...order);
  const { page: shown, next } = cutPage(rows, size);
  return { now: now.toISOString(), classes: shown.map(toClass), next };
}

const learnersOf = sql<number>`(select count(*)::int from batch_place place where place.batch_id = ${batch}.id)`;

/** How many of today run or come, and how many are over. */
export async function countClasses(ctx: StaffCtx, filter: ClassFilter) {
  const today = await isToday(ctx, filter);
  const now = ctx.clock.now();
  const count = async (when: keyof typeof isWhen) => {
    const { rows } = await ctx.db.execute<{ count: number }>(sql`
      select count(*)::int as count from (
        select from ${liveClass} where ${and(today, isWhen[when](now))} limit ${mostClassesCounted + 1}
      ) counted`);
    return toCounted(rows[0]?.count ?? 0, mostClassesCounted);
  };
  return { ahead: await count("ahead"), over: await count("over") };
}

async function isToday(ctx: StaffCtx, { only }: ClassFilter): Promise<SQL | undefined> {
  const { timeZone } = await readInstitute(ctx.db);
  const { begins, ends } = dayOf(ctx.clock.now(), timeZone);
  const isOfDay = and(gte(liveClass.startsAt, begins), lt(liveClass.startsAt, ends), isNull(liveClass.cancelledAt));
  return and(
    isOfDay,
    only === "mine" && isOfDay ? sql`${liveClass.id} = any(array(${taughtBy(ctx.staff, isOfDay)}))` : undefined,
    only === "no trainer" ? eq(liveClass.trainerName, "") : undefined,
    only === "no link" ? not(hasLink()) : undefined,
  );
}

/** From the indexes of trainers. */
function taughtBy(trainer: Trainer, isOfDay: SQL): SQL {
  return sql`
    select ${liveClass.id} from ${liveClass} where ${eq(liveClass.trainerId, trainer.id)} and ${isOfDay}
    union all select ${liveClass.id} from ${liveClass} where ${hasTrainersName(trainer)} and ${isOfDay}`;
}

/** A link of its own, or a meeting that a provider has made. */
function hasLink(): SQL<boolean> {
  return sql<boolean>`(${liveClass.meetingUrl} <> '' or exists (
    select from meeting m where m.class_id = ${liveClass.id} and m.state in ('made', 'running', 'ended')))`;
}

const linkProblem = sql<string | null>`case when not ${hasLink()} and ${batch.makesMeetings} then
  coalesce(nullif(${meeting.problem}, ''), case when ${meeting.classId} is null then 'No meeting yet. It is made as soon as an account is free.' end) end`;

function isAhead(now: Date): SQL {
  return sql`(${liveClass.startsAt} + ${liveClass.minutes} * interval '1 minute' > ${now.toISOString()}::timestamptz)`;
}

/** None that begins later can be over: so the index ends there. */
const isOver = (now: Date) => and(lte(liveClass.startsAt, now), not(isAhead(now)));

const isWhen = { ahead: isAhead, over: isOver };

type Row = {
  one: typeof liveClass.$inferSelect;
  course: string;
  learners: number;
  isYours: boolean;
  hasLink: boolean;
  linkProblem: string | null;
};

function toClass({ one, course, learners, isYours, hasLink, linkProblem }: Row): TodaysClass {
  return {
    ...{ classId: one.id, course, number: one.number, topic: one.topic, startsAt: one.startsAt.toISOString(), isYours },
    endsAt: new Date(one.startsAt.getTime() + one.minutes * 60_000).toISOString(),
    trainer: one.trainerName || null,
    ...{ hasLink, linkProblem },
    learners,
  };
}
