import { type Api, type BatchPreview, type ParsedInput, Refusal } from "@shoreline/contract";
import { dayAt, firstTopicOf, type PlannedClass, planWeekly } from "@shoreline/domain/batch";
import { classMinutes, endsAt } from "@shoreline/domain/schedule";
import { doubled, fitsHours, hoursAWeek, kindOf, type WeeklySlot } from "@shoreline/domain/weekly";
import { type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import type { CourseRow } from "../course/queries.ts";
import { findTrainer } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";
import { findClashes } from "./clashes.ts";
import { planCourse, planRest, readCourse } from "./form.ts";
import { findOpenRoom, listComing, readHolidayNames } from "./queries.ts";

type Given = ParsedInput<Api["planning"]["preview"]>;

/** What comes of a form, before anything is stored. */
export async function previewBatch(ctx: StaffCtx, given: Given): Promise<BatchPreview> {
  const { db, clock } = ctx;
  const now = clock.now();
  const { timeZone, batchTimes } = await readInstitute(db);
  const course = await readCourse(db, given.courseId);
  const { pattern, from, trainerId, roomId, batchId } = given;
  const coming = batchId ? await listComing(db, { batchId, now }) : null;
  if (coming?.length === 0) throw new Refusal("NOTHING_TO_COME");
  const { classes, skipped } = coming
    ? await planRest(db, { count: coming.length, from, pattern, timeZone, now })
    : await planCourse(db, course, { from, pattern, timeZone, now });
  const numbered = coming
    ? classes.map((one, at) => ({ ...one, number: coming[at]?.number ?? 0, topic: coming[at]?.topic ?? "" }))
    : classes;
  const weeks = weeksOf(classes);
  return {
    classes: numbered.map(({ startsAt, number, topic }) => ({
      ...{ number, topic, startsAt: startsAt.toISOString(), section: sectionOf(course, number) },
    })),
    skipped,
    hours: classes.length,
    hoursAWeek: hoursAWeek(pattern),
    weeks,
    lastEndsAt: endOf(classes),
    otherWeeks: await readOtherWeeks(db, { courseId: course.id, batchId }),
    proposed: kindOf(pattern, batchTimes),
    hint: weeks > longWeeks ? await planTwice(db, { pattern, from, timeZone, hours: classes.length }) : null,
    clashes: (await findClashes(db, { classes, trainerId, roomId, batchId })).map(({ startsAt, text }) => ({
      ...{ startsAt: startsAt.toISOString(), text },
    })),
    warnings: await listWarnings(ctx, { ...given, classes, timeZone }),
  };
}

// Half a year: who plans a longer batch is told how it would be shorter.
const longWeeks = 26;
const weekMs = 7 * 86_400_000;

function weeksOf(classes: PlannedClass[]): number {
  const [first, last] = [classes[0], classes.at(-1)];
  return first && last ? Math.ceil((last.startsAt.getTime() - first.startsAt.getTime() + 1) / weekMs) : 0;
}

function endOf(classes: PlannedClass[]): string | null {
  const last = classes.at(-1);
  return last ? endsAt({ startsAt: last.startsAt, minutes: classMinutes }).toISOString() : null;
}

/** The section with which a class begins. */
function sectionOf({ syllabus, durationInHours }: CourseRow, number: number): string {
  const sections = syllabus.flatMap(({ title, topics }) => topics.map(() => title));
  return sections[firstTopicOf(number - 1, { topics: sections.length, classes: durationInHours })] ?? "";
}

type Long = { pattern: WeeklySlot[]; from: string; timeZone: string; hours: number };

async function planTwice(db: Db, { pattern, ...plan }: Long): Promise<BatchPreview["hint"]> {
  const twice = doubled(pattern);
  if (!twice) return null;
  const names = await readHolidayNames(db, plan.from);
  const { classes } = planWeekly({ ...plan, topics: ["-"], pattern: twice, isSkipped: (day) => names.has(day) });
  const lastEndsAt = endOf(classes);
  const hoursADay = Math.max(...twice.map(({ classes: inARow }) => inARow));
  return lastEndsAt === null ? null : { pattern: twice, lastEndsAt, hoursADay };
}

async function readOtherWeeks(db: Db, { courseId, batchId }: { courseId: string; batchId: string | undefined }) {
  const { rows } = await db.execute<{ weeks: number | null }>(sql`
    select round(avg(extract(epoch from ends_at - starts_at)) / 604800)::int as weeks from batch
    where course_id = ${courseId} and cancelled_at is null and id is distinct from ${batchId ?? null}::uuid`);
  return rows[0]?.weeks ?? null;
}

type Warned = Given & { classes: PlannedClass[]; timeZone: string };

/** What staff may do all the same, and should know. */
async function listWarnings(ctx: StaffCtx, given: Warned): Promise<string[]> {
  const { trainerId, roomId, seats, pattern, courseId } = given;
  const warnings: string[] = [];
  const trainer = trainerId ? await findTrainer(ctx, trainerId) : null;
  if (trainer?.rules) {
    const { courseIds, hours, hoursAWeek: most } = trainer.rules;
    if (courseIds.length > 0 && !courseIds.includes(courseId))
      warnings.push(`${trainer.name} does not teach this course.`);
    if (!fitsHours(pattern, hours)) warnings.push(`Some of it is outside ${trainer.name}'s hours.`);
    const total = hoursAWeek(pattern) + (most === null ? 0 : await readBusiestWeek(ctx.db, given));
    if (most !== null && total > most)
      warnings.push(`${trainer.name} teaches at most ${hoursText(most)} a week. With this batch it would be ${total}.`);
  }
  const room = roomId ? await findOpenRoom(ctx.db, roomId) : null;
  if (room?.seats && (seats === null || seats > room.seats)) warnings.push(`${room.name} has ${room.seats} seats.`);
  return [...warnings, ...warnOfLastDay(given, ctx.clock.now())];
}

function warnOfLastDay({ joinUntil, classes, timeZone }: Warned, now: Date): string[] {
  const last = classes.at(-1);
  if (!joinUntil) return [];
  if (joinUntil < dayAt(now, timeZone)) return ["The last day to join has passed: nobody can join this batch."];
  return last && joinUntil > dayAt(last.startsAt, timeZone) ? ["The last day to join is after the last class."] : [];
}

/** The hours of the other classes of the trainer, in the week with the most of them while the batch runs. */
async function readBusiestWeek(db: Db, { trainerId, batchId, classes, timeZone }: Warned): Promise<number> {
  const [first, last] = [classes[0]?.startsAt, classes.at(-1)?.startsAt];
  if (!first || !last) return 0;
  const week = (at: SQL) => sql`date_trunc('week', ${at} at time zone ${timeZone})`;
  const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ hours: number }>(sql`
    select coalesce(max(hours), 0)::int as hours from (
      select ceil(sum(minutes) / 60.0) as hours from live_class
      where trainer_id = ${trainerId} and cancelled_at is null and batch_id is distinct from ${batchId ?? null}::uuid
        and starts_at >= ${week(moment(first))} at time zone ${timeZone}
        and starts_at < (${week(moment(last))} + interval '7 days') at time zone ${timeZone}
      group by ${week(sql`starts_at`)}) weekly`);
  return rows[0]?.hours ?? 0;
}

const hoursText = (hours: number) => (hours === 1 ? "1 hour" : `${hours} hours`);
