import type { Institute } from "@shoreline/contract";
import { addDays, type Day, dayAt, isDay, isDayOf, planClasses } from "@shoreline/domain/batch";
import { batchTypes } from "@shoreline/domain/course";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { StartError } from "../../start-error.ts";
import type { CourseRow } from "../course/queries.ts";
import { isUsableLink } from "./change.ts";
import { type NewBatch, topicsOf } from "./plan.ts";

export type Flags = {
  from?: string;
  time?: string;
  type?: string;
  trainer?: string;
  link?: string;
  seats?: string;
  skip?: string;
  preview?: boolean;
};

type Wanted = {
  course: CourseRow;
  flags: Flags;
  isHoliday: ((day: Day) => boolean) | undefined;
  institute: Pick<Institute, "timeZone" | "batchTimes">;
  now: Date;
};

/** Plans what staff ask for. The first mistake is named in one line. */
export function planFromFlags({ course, flags, isHoliday, institute, now }: Wanted): {
  batch: NewBatch;
  skippedDays: Day[];
} {
  const { from, time, type, trainer, link } = readRequired(flags);
  const { timeZone, batchTimes } = institute;
  const batchTime = oneOf("time", batchTimes, time);
  const batchType = oneOf("type", batchTypes, type);
  const seats = readSeats(flags.seats);
  const trainerName = trainer.trim();
  if (!isDay(from)) throw new StartError("--from: write the day like 2026-11-23.");
  if (from < dayAt(now, timeZone)) throw new StartError(`--from: ${from} has passed.`);
  const last = addDays(dayAt(now, timeZone), farthestDays);
  if (from > last) throw new StartError(`--from: ${from} is too far away. Give a day until ${last}.`);
  if (!isDayOf(batchType, from))
    throw new StartError(`--from: ${from} is a ${weekday(from)}, and a ${batchType} batch has no classes then.`);
  if (!trainerName || trainerName.length > longestName || !hasNoHiddenCharacters(trainerName))
    throw new StartError(`--trainer: give a name of at most ${longestName} characters.`);
  if (!isUsableLink(link)) throw new StartError("--link: a meeting link must start with https://.");

  const hours = course.durationInHours;
  const { classes, skippedDays } = planClasses({
    hours,
    topics: topicsOf(course),
    from,
    time: batchTime,
    type: batchType,
    timeZone,
    ...(isHoliday && { isSkipped: isHoliday }),
  });
  const [first] = classes;
  if (!first || classes.length < hours) throw new StartError("--skip: too few days are left for all classes.");
  if (first.startsAt <= now) throw new StartError(`--from: the time of the first class has passed.`);
  const own = { courseId: course.id, batchTime, batchType, trainerName, meetingUrl: link };
  return { batch: { ...own, ...(seats && { seats }), classes }, skippedDays };
}

// Two years: a later one is a slip.
const farthestDays = 730;
const longestName = 100;
const maxSeats = 100_000;

function readRequired({ from, time, type, trainer, link }: Flags) {
  const given = { from, time, type, trainer, link };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [`--${name}`] : []));
  if (missing.length > 0) throw new StartError(`Give ${missing.join(", ")} too.`);
  return given as Record<keyof typeof given, string>;
}

function oneOf<Value extends string>(name: string, values: readonly Value[], given: string): Value {
  const found = values.find((value) => value === given);
  if (!found) throw new StartError(`--${name}: choose one of ${values.join(", ")}.`);
  return found;
}

function readSeats(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const seats = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (seats < 1 || seats > maxSeats) throw new StartError(`--seats: give a number from 1 to ${maxSeats}.`);
  return seats;
}

function weekday(day: Day): string {
  return new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" }).format(new Date(day));
}
