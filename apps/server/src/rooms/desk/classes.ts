import type { TodaysClass } from "@shoreline/contract";
import { dayOf } from "@shoreline/domain/zone";
import { and, asc, eq, gte, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { cutPage, inTime, isAfter } from "../../db/cursor.ts";
import { course } from "../../db/tables/course.ts";
import { meeting } from "../../db/tables/meeting.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { readInstitute } from "../site/queries.ts";
import { isTaughtBy } from "../teaching/own.ts";
import type { Wanted } from "./page.ts";

const most = 500;

/** For Today: who teaches today finds their own classes first. */
export async function listAllClasses(ctx: StaffCtx): Promise<TodaysClass[]> {
  const { classes } = await listClasses(ctx, { size: most });
  return classes.sort((one, other) => Number(other.isYours) - Number(one.isYours));
}

type ClassFilter = { only?: "mine" | "no trainer" | "no link" | undefined };
type WantedClasses = Wanted & ClassFilter & { when?: "ahead" | "over" | undefined };

export async function listClasses(ctx: StaffCtx, { when, only, after, size }: WantedClasses) {
  const { db, clock } = ctx;
  const now = clock.now();
  const byStart = inTime(sql`${liveClass.startsAt}`);
  const rows = await db
    .select({
      ...{ id: liveClass.id, key: byStart.key, one: liveClass, course: course.name },
      ...{ learners: learnersOf, isYours: isTaughtBy(ctx.staff), hasLink: hasLink(), linkProblem },
    })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .leftJoin(meeting, eq(meeting.classId, liveClass.id))
    .where(
      and(
        await isToday(ctx, { only }),
        when === "ahead" ? isAhead(now) : undefined,
        when === "over" ? not(isAhead(now)) : undefined,
        after ? isAfter(byStart, liveClass.id, after) : undefined,
      ),
    )
    .orderBy(asc(liveClass.startsAt), asc(liveClass.id))
    .limit(size + 1);
  const { page, next } = cutPage(rows, size);
  return { now: now.toISOString(), classes: page.map(toClass), next };
}

const learnersOf = sql<number>`(select count(*)::int from batch_place place where place.batch_id = ${batch}.id)`;

/** How many of today run or come, and how many are over. */
export async function countClasses(ctx: StaffCtx, filter: ClassFilter) {
  const isStillAhead = isAhead(ctx.clock.now());
  const [counts] = await ctx.db
    .select({
      ahead: sql<number>`count(*) filter (where ${isStillAhead})`.mapWith(Number),
      over: sql<number>`count(*) filter (where not ${isStillAhead})`.mapWith(Number),
    })
    .from(liveClass)
    .where(await isToday(ctx, filter));
  return counts ?? { ahead: 0, over: 0 };
}

async function isToday(ctx: StaffCtx, { only }: ClassFilter): Promise<SQL | undefined> {
  const { timeZone } = await readInstitute(ctx.db);
  const { begins, ends } = dayOf(ctx.clock.now(), timeZone);
  return and(
    gte(liveClass.startsAt, begins),
    lt(liveClass.startsAt, ends),
    isNull(liveClass.cancelledAt),
    only === "mine" ? isTaughtBy(ctx.staff) : undefined,
    only === "no trainer" ? eq(liveClass.trainerName, "") : undefined,
    only === "no link" ? not(hasLink()) : undefined,
  );
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
