import type { Timetable, TimetableClass, TimetableRow } from "@shoreline/contract";
import { addDays } from "@shoreline/domain/batch";
import { mayDo } from "@shoreline/domain/staff";
import { beginOf } from "@shoreline/domain/zone";
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, notInArray, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { holiday } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { staff } from "../../db/tables/staff.ts";
import { nameCourses } from "../course/choose.ts";
import { nobodyYet } from "../planning/form.ts";
import { listTrainers } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";
import { listRooms } from "./lists.ts";

/** A month of fifty trainers has about as many. */
const mostClasses = 3000;
/** The demo has thousands of classes whose trainer has no account. */
const mostUnstaffed = 60;

type Asked = {
  from: string;
  days: number;
  by: "trainer" | "room";
  trainerId?: string | undefined;
  roomId?: string | undefined;
  courseId?: string | undefined;
};

export async function readTimetable(ctx: StaffCtx, asked: Asked): Promise<Timetable> {
  const { db, clock } = ctx;
  const { from, days, by } = asked;
  const { timeZone } = await readInstitute(db);
  const isInside = and(
    gte(liveClass.startsAt, beginOf(from, { timeZone })),
    lt(liveClass.startsAt, beginOf(from, { timeZone, later: days })),
    asked.trainerId ? eq(sql`${liveClass.trainerId}::text`, asked.trainerId) : undefined,
    asked.roomId ? eq(sql`${liveClass.roomId}::text`, asked.roomId) : undefined,
    asked.courseId ? eq(course.courseId, asked.courseId) : undefined,
  );
  const column = by === "trainer" ? liveClass.trainerId : liveClass.roomId;
  const [trainers, rooms, classes] = [
    await listTrainers(ctx),
    await listRooms(db),
    await listClasses(db, and(isInside, isNotNull(column)), mostClasses + 1),
  ];
  const isUnstaffed = and(isInside, isNull(column), gt(liveClass.startsAt, clock.now()), isNull(liveClass.cancelledAt));
  // By room, classes online have no row. Who may not change the timetable can do nothing about these classes.
  const isAsked = by === "trainer" && mayDo(ctx.staff.roles, "change timetable");
  const unstaffed = (named: SQL) => listUnstaffed(db, isAsked ? and(isUnstaffed, named) : sql`false`);
  const shown = classes.slice(0, mostClasses);
  const named = by === "trainer" ? await trainerRows(db, trainers) : rooms.map(roomRow);
  return {
    ...{ now: clock.now().toISOString(), from, days },
    rows: await withCounts(db, { by, named, shown, asked }),
    classes: shown,
    isCut: classes.length > mostClasses,
    without: await unstaffed(inArray(liveClass.trainerName, nobodysNames)),
    byName: await unstaffed(notInArray(liveClass.trainerName, nobodysNames)),
    perDay: await countDays(db, isInside, timeZone),
    holidays: await listHolidays(db, from, addDays(from, days)),
    trainers: trainers.map(({ id, name }) => ({ id, name })),
    rooms: rooms.map(({ id, name }) => ({ id, name })),
  };
}

async function listClasses(db: Db, where: SQL | undefined, limit: number): Promise<TimetableClass[]> {
  const rows = await db
    .select({
      ...{ classId: liveClass.id, batchId: liveClass.batchId, courseId: course.courseId, course: course.name },
      ...{ batch: batch.name, number: liveClass.number, topic: liveClass.topic, startsAt: liveClass.startsAt },
      ...{ minutes: liveClass.minutes, trainerId: liveClass.trainerId, trainer: liveClass.trainerName },
      ...{ roomId: liveClass.roomId, sequence: liveClass.sequence },
      hasLink: sql<boolean>`${liveClass.meetingUrl} <> '' or ${batch.meetingUrl} <> '' or ${batch.makesMeetings}`,
      isCancelled: sql<boolean>`${liveClass.cancelledAt} is not null`,
    })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(where)
    .orderBy(asc(liveClass.startsAt), asc(liveClass.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() }));
}

const nobodysNames = ["", nobodyYet];

async function listUnstaffed(db: Db, where: SQL | undefined): Promise<Timetable["without"]> {
  const count = await countClasses(db, where);
  return { count, classes: count > 0 ? await listClasses(db, where, mostUnstaffed) : [] };
}

async function countClasses(db: Db, where: SQL | undefined): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(where);
  return found?.count ?? 0;
}

async function countDays(db: Db, where: SQL | undefined, timeZone: string): Promise<Timetable["perDay"]> {
  const day = sql<string>`to_char(${liveClass.startsAt} at time zone ${timeZone}, 'YYYY-MM-DD')`;
  const rows = await db
    .select({ day: day.as("day"), classes: sql<number>`count(*)::int` })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(and(where, isNull(liveClass.cancelledAt)))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
  return rows;
}

async function listHolidays(db: Db, from: string, until: string): Promise<Timetable["holidays"]> {
  return db
    .select({ day: holiday.day, name: holiday.name })
    .from(holiday)
    .where(and(gte(holiday.day, from), lt(holiday.day, until)))
    .orderBy(asc(holiday.day));
}

type Named = Omit<TimetableRow, "classes">;

/** With the first three of their courses. */
async function trainerRows(db: Db, trainers: Awaited<ReturnType<typeof listTrainers>>): Promise<Named[]> {
  const idsOf = ({ rules }: (typeof trainers)[number]) => rules?.courseIds ?? [];
  const named = await nameCourses(db, trainers.flatMap(idsOf));
  return trainers.map((one) => {
    const courses = named(idsOf(one)).map(({ name }) => name);
    return { id: one.id, name: one.name, about: courses.toSorted().slice(0, 3).join(", ") };
  });
}

function roomRow({ id, name, seats }: { id: string; name: string; seats: number | null }): Named {
  return { id, name, about: seats === null ? "" : `${seats} seats` };
}

type Rows = { by: Asked["by"]; named: Named[]; shown: TimetableClass[]; asked: Asked };

/** Who has left, or a room that is closed, has a row as long as there are classes. */
async function withCounts(db: Db, { by, named, shown, asked }: Rows): Promise<TimetableRow[]> {
  const counts = new Map<string, number>();
  for (const { trainerId, roomId, isCancelled } of shown) {
    const id = (by === "trainer" ? trainerId : roomId) ?? "";
    counts.set(id, (counts.get(id) ?? 0) + (isCancelled ? 0 : 1));
  }
  const known = new Set(named.map(({ id }) => id));
  const unknown = [...counts.keys()].filter((id) => !known.has(id));
  const others = unknown.length > 0 ? await findNames(db, by, unknown) : [];
  const only = by === "trainer" ? asked.trainerId : asked.roomId;
  const isFiltered = asked.courseId !== undefined || (by === "trainer" ? asked.roomId : asked.trainerId) !== undefined;
  return [...named, ...others]
    .filter(({ id }) => (only ? id === only : !isFiltered || counts.has(id)))
    .map((row) => ({ ...row, classes: counts.get(row.id) ?? 0 }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

async function findNames(db: Db, by: Asked["by"], ids: string[]): Promise<Named[]> {
  const table = by === "trainer" ? staff : sql`campus_room`;
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select id, name from ${table} where id = any(${sql.param(ids)}::uuid[])`,
  );
  return rows.map((row) => ({ ...row, about: by === "trainer" ? "No trainer any more" : "Closed" }));
}
