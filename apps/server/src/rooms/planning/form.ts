import { type Api, type Institute, type ParsedInput, Refusal } from "@shoreline/contract";
import { addDays, dayAt, type PlannedClass, planWeekly } from "@shoreline/domain/batch";
import type { WeeklySlot } from "@shoreline/domain/weekly";
import type { Db } from "../../db/connect.ts";
import { type CourseRow, findCourse } from "../course/queries.ts";
import { topicsOf } from "../schedule/plan.ts";
import { type Asking, findTrainer } from "../schedule/trainers.ts";
import { findOpenRoom, readHolidayNames } from "./queries.ts";

export type BatchFormInput = Omit<ParsedInput<Api["planning"]["open"]>, "attemptId" | "draft">;
export type PlaceInput = Pick<BatchFormInput, "trainerId" | "roomId" | "batchTime">;

/** Learners read it while nobody is named. */
export const nobodyYet = "To be announced";

export const refuse = (fields: Record<string, string>) => new Refusal("INVALID_INPUT", { fields });

/** Who teaches and where, once both can be chosen. What the batch has already may stay. */
export async function checkPlace(asking: Asking, given: PlaceInput, { institute, before }: Checking) {
  const trainer = given.trainerId ? await findTrainer(asking, given.trainerId) : null;
  const room = given.roomId ? await findOpenRoom(asking.db, given.roomId) : null;
  if (given.trainerId && !trainer && given.trainerId !== before?.trainerId)
    throw refuse({ trainerId: "Choose a trainer from the list" });
  if (given.roomId && !room && given.roomId !== before?.roomId) throw refuse({ roomId: "Choose a room from the list" });
  if (!institute.batchTimes.includes(given.batchTime) && given.batchTime !== before?.batchTime)
    throw refuse({ batchTime: "Choose a batch time from the list" });
  return { trainer, room };
}

type Checking = {
  institute: Institute;
  before?: { trainerId: string | null; roomId: string | null; batchTime: string };
};

export async function readCourse(db: Db, courseId: string): Promise<CourseRow> {
  const [course] = await findCourse(db, { courseId });
  if (!course) throw new Refusal("UNKNOWN_COURSE");
  return course;
}

// Two years: a later one is a slip.
const farthestDays = 730;

function checkFrom(from: string, { now, timeZone }: { now: Date; timeZone: string }): void {
  const today = dayAt(now, timeZone);
  if (from < today) throw refuse({ from: "This day has passed" });
  const last = addDays(today, farthestDays);
  if (from > last) throw refuse({ from: `This is too far away: choose a day until ${last}` });
}

export type Plan = { classes: PlannedClass[]; skipped: { day: string; name: string }[] };
type Wanted = { hours: number; topics: string[]; from: string; pattern: WeeklySlot[]; timeZone: string };

/** Follows the pattern and leaves out the institute's days without classes. */
async function planWithHolidays(db: Db, wanted: Wanted): Promise<Plan> {
  const names = await readHolidayNames(db, wanted.from);
  const { classes, skippedDays } = planWeekly({ ...wanted, isSkipped: (day) => names.has(day) });
  if (classes.length < wanted.hours) throw refuse({ pattern: "Too few days are left for all classes" });
  return { classes, skipped: skippedDays.map((day) => ({ day, name: names.get(day) ?? "" })) };
}

/** All classes of a new batch. The first one is still to come. */
export async function planCourse(db: Db, course: CourseRow, asked: Omit<Wanted, "hours" | "topics"> & { now: Date }) {
  const { now, ...wanted } = asked;
  checkFrom(wanted.from, asked);
  const plan = await planWithHolidays(db, { ...wanted, hours: course.durationInHours, topics: topicsOf(course) });
  const [first] = plan.classes;
  if (!first) throw refuse({ courseId: "This course has no hours" });
  if (first.startsAt <= now) throw refuse({ from: "The time of the first class has passed" });
  return plan;
}

type Rest = Omit<Wanted, "hours" | "topics"> & { count: number; now: Date };

/** New times for the classes that are still to come; none of them has passed. */
export async function planRest(db: Db, { count, now, ...wanted }: Rest): Promise<Plan> {
  checkFrom(wanted.from, { now, timeZone: wanted.timeZone });
  // Times of today may have passed.
  const more = wanted.pattern.reduce((sum, { classes }) => sum + classes, 0);
  const { classes, skipped } = await planWithHolidays(db, { ...wanted, hours: count + more, topics: ["-"] });
  const coming = classes.filter(({ startsAt }) => startsAt > now).slice(0, count);
  const last = dayAt(coming.at(-1)?.startsAt ?? now, wanted.timeZone);
  return { classes: coming, skipped: skipped.filter(({ day }) => day <= last) };
}

/** The last day to join is not after the last class. */
export function checkJoinUntil(joinUntil: string | null, { endsAt, timeZone }: { endsAt: Date; timeZone: string }) {
  if (joinUntil && joinUntil > dayAt(endsAt, timeZone)) throw refuse({ joinUntil: "This is after the last class" });
}
