import { type Api, type Holidays, type ParsedInput, Refusal } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { publicHolidays } from "@shoreline/domain/public-holidays";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { beginOf } from "@shoreline/domain/zone";
import { asc, between, eq, inArray, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { holiday } from "../../db/tables/batch-plan.ts";
import { StartError } from "../../start-error.ts";
import { nameHolidays } from "../schedule/holidays.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { type BatchRow, nameOf } from "./queries.ts";

const mostTouched = 100;

export async function listHolidays({ db, clock }: StaffCtx, { year }: { year: number }): Promise<Holidays> {
  const { timeZone } = await readInstitute(db);
  const now = clock.now();
  const ofYear = between(holiday.day, `${year}-01-01`, `${year}-12-31`);
  const days = await db.select().from(holiday).where(ofYear).orderBy(asc(holiday.day));
  const known = new Set(days.map(({ day }) => day));
  const thisYear = Number(dayAt(now, timeZone).slice(0, 4));
  return {
    days: days.map(({ day, name }) => ({ day, name })),
    years: [...new Set([thisYear - 1, thisYear, thisYear + 1, thisYear + 2, year])].sort(),
    offered: publicHolidays.filter(({ day }) => day.startsWith(`${year}-`) && !known.has(day)),
    touched: await listTouched(db, { year, now, timeZone }),
  };
}

type Touched = Pick<BatchRow, "name" | "batchTime" | "batchType" | "pattern"> & {
  batchId: string;
  startsAt: string;
  courseName: string;
  day: string;
  classes: number;
};

/** Coming classes that were planned before their day became one without classes. */
async function listTouched(db: Db, { year, now, timeZone }: { year: number; now: Date; timeZone: string }) {
  const [begin, end] = [beginOf(`${year}-01-01`, { timeZone }), beginOf(`${year}-12-31`, { timeZone, later: 1 })];
  const from = begin > now ? begin : now;
  const { rows } = await db.execute<Touched>(sql`
    select b.id as "batchId", b.name, b.batch_time as "batchTime", b.batch_type as "batchType", b.pattern, b.starts_at as "startsAt",
      course.name as "courseName", h.day::text as day, count(*)::int as classes
    from live_class c join holiday h on h.day = (c.starts_at at time zone ${timeZone})::date
    join batch b on b.id = c.batch_id join course on course.id = b.course_id
    where c.starts_at >= ${from.toISOString()}::timestamptz and c.starts_at < ${end.toISOString()}::timestamptz
      and c.cancelled_at is null
    group by b.id, course.id, h.day order by h.day, course.name, b.starts_at, b.id limit ${mostTouched}`);
  return rows.map(({ batchId, courseName, day, classes, ...one }) => ({
    ...{ batchId, courseName, day, classes },
    name: nameOf({ ...one, startsAt: new Date(one.startsAt) }, { timeZone }),
  }));
}

export async function addHolidays(ctx: StaffCtx, { days, year }: ParsedInput<Api["planning"]["addHolidays"]>) {
  const rows = [...new Map(days.map((one) => [one.day, one])).values()];
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(holiday)
      .values(rows.map((one) => ({ ...one, isDemo: ctx.staff.isDemo })))
      .onConflictDoUpdate({ target: holiday.day, set: { name: sql`excluded.name` } });
    await recordChange(tx, ctx, {
      ...{ action: "Added days without classes", kind: "setting", thingId: "holidays", thing: "Days without classes" },
      after: { days: rows.map(({ day, name }) => `${day} ${name}`) },
    });
  });
  return listHolidays(ctx, { year });
}

/** A second press changes nothing. */
export async function removeHoliday(ctx: StaffCtx, { day }: { day: string }): Promise<Holidays> {
  await ctx.db.transaction(async (tx) => {
    const [gone] = await tx.delete(holiday).where(eq(holiday.day, day)).returning();
    if (!gone) return;
    await recordChange(tx, ctx, {
      ...{
        action: "Removed a day without classes",
        kind: "setting",
        thingId: "holidays",
        thing: "Days without classes",
      },
      before: { day: `${gone.day} ${gone.name}` },
    });
  });
  return listHolidays(ctx, { year: Number(day.slice(0, 4)) });
}

const mostDays = 400;
const mostNamed = 10;

/** Nothing is stored: staff see first what would be added. */
export async function readHolidayFile(
  { db, clock }: StaffCtx,
  { fileName, text }: ParsedInput<Api["planning"]["readHolidays"]>,
) {
  const { timeZone } = await readInstitute(db);
  const thisYear = Number(dayAt(clock.now(), timeZone).slice(0, 4));
  const read = readFile({ name: fileName, text }, [thisYear, thisYear + 1, thisYear + 2]);
  const days = read.days
    .filter(({ day }) => day >= `${thisYear}-01-01` && day <= `${thisYear + 10}-12-31`)
    .slice(0, mostDays);
  if (days.length === 0) throw refuseFile(`${fileName} names no days of this year or later.`);
  const isNamed = inArray(
    holiday.day,
    days.map(({ day }) => day),
  );
  const known = new Set((await db.select({ day: holiday.day }).from(holiday).where(isNamed)).map(({ day }) => day));
  return {
    days: days.map(({ day, name }) => ({ day, name: toName(name), isKnown: known.has(day) })),
    leftOut: read.leftOut.slice(0, mostNamed),
    leftOutCount: read.leftOut.length,
  };
}

/** A file may have anything there. */
function toName(text: string): string {
  return text && hasNoHiddenCharacters(text) ? text.slice(0, 100).trim() : "Holiday";
}

const refuseFile = (why: string) => new Refusal("INVALID_INPUT", { fields: { file: why } });

function readFile(file: { name: string; text: string }, years: number[]) {
  try {
    return nameHolidays(file, years);
  } catch (error) {
    if (error instanceof StartError) throw refuseFile(error.message);
    throw error;
  }
}
