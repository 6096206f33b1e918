import { type Api, type BatchPreview, type ParsedInput, Refusal } from "@shoreline/contract";
import { firstTopicOf, type PlannedClass, planWeekly } from "@shoreline/domain/batch";
import { classMinutes, endsAt } from "@shoreline/domain/schedule";
import { doubled, hoursAWeek, kindOf, startsOn, type WeeklySlot } from "@shoreline/domain/weekly";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import type { CourseRow } from "../course/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { findClashes } from "./clashes.ts";
import { planCourse, planRest, readCourse } from "./form.ts";
import { findOpenRoom, findTrainer, listComing, readHolidayNames } from "./queries.ts";

type Given = ParsedInput<Api["planning"]["preview"]>;

/** What comes of a form, before anything is stored. */
export async function previewBatch({ db, clock }: StaffCtx, given: Given): Promise<BatchPreview> {
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
    warnings: await listWarnings(db, given),
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

/** What staff may do all the same, and should know. */
async function listWarnings(db: Db, { trainerId, roomId, seats, pattern, courseId }: Given): Promise<string[]> {
  const warnings: string[] = [];
  const trainer = trainerId ? await findTrainer(db, trainerId) : null;
  if (trainer?.rules) {
    const { courseIds, hours, hoursAWeek: most } = trainer.rules;
    if (courseIds.length > 0 && !courseIds.includes(courseId))
      warnings.push(`${trainer.name} does not teach this course.`);
    if (hours.length > 0 && !isWithin(pattern, hours)) warnings.push(`Some of it is outside ${trainer.name}'s hours.`);
    if (most !== null && hoursAWeek(pattern) > most)
      warnings.push(`${trainer.name} teaches at most ${most} hours a week.`);
  }
  const room = roomId ? await findOpenRoom(db, roomId) : null;
  if (room?.seats && (seats === null || seats > room.seats)) warnings.push(`${room.name} has ${room.seats} seats.`);
  return warnings;
}

function isWithin(pattern: WeeklySlot[], hours: { weekday: number; from: number; to: number }[]): boolean {
  return [0, 1, 2, 3, 4, 5, 6].every((weekday) =>
    startsOn(pattern, weekday).every((start) =>
      hours.some((one) => one.weekday === weekday && one.from <= start && start + classMinutes <= one.to),
    ),
  );
}
