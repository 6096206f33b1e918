/** Which weekly patterns a batch could have, and on which days its classes would then be. */

import { type Day, planDays } from "./batch.ts";
import { classMinutes } from "./schedule.ts";
import { mostClassesInARow, timeOf, type WeeklySlot } from "./weekly.ts";

type WishedDays = "week-days" | "week-end" | "any";

const daysOf: Record<WishedDays, readonly number[]> = {
  "week-days": [1, 2, 3, 4, 5],
  "week-end": [6, 0],
  any: [1, 2, 3, 4, 5, 6],
};

/** Classes begin at a whole hour from 8 in the morning, and end by 9 in the evening. */
const opens = 8;
const closes = 21;

export type PatternWish = { classesAWeek: number; days: WishedDays };

/** The same hour on days that are spread over the week. */
export function listPatterns({ classesAWeek, days }: PatternWish): WeeklySlot[][] {
  const possible = daysOf[days];
  const inARow = Math.ceil(classesAWeek / possible.length);
  if (inARow > mostClassesInARow) return [];
  const hours = Array.from({ length: closes - opens - inARow + 1 }, (_, at) => opens + at);
  return daySets(possible, Math.ceil(classesAWeek / inARow)).flatMap((weekdays) =>
    hours.map((hour) =>
      weekdays.map((weekday, at) => ({
        ...{ weekday, from: timeOf(hour * 60) },
        // What does not come out even is left out on the last day.
        classes: at === weekdays.length - 1 ? classesAWeek - inARow * (weekdays.length - 1) : inARow,
      })),
    ),
  );
}

/** Monday, Wednesday, Friday rather than Monday to Wednesday; from each day of the week once. */
function daySets(possible: readonly number[], count: number): number[][] {
  const sets = possible.map((_, first) =>
    Array.from({ length: count }, (__, at) => (first + Math.round((at * possible.length) / count)) % possible.length)
      .sort((one, other) => one - other)
      .map((index) => possible[index] ?? 0),
  );
  return [...new Map(sets.map((set) => [set.join(), set])).values()];
}

export type Period = { from: number; to: number };

/** In minutes after midnight. */
export function periodOf({ from, classes }: WeeklySlot): Period {
  const [hour = 0, minute = 0] = from.split(":").map(Number);
  const begins = hour * 60 + minute;
  return { from: begins, to: begins + classes * classMinutes };
}

export function overlap(one: Period, other: Period): boolean {
  return one.from < other.to && other.from < one.to;
}

/** When the classes are held, on the wall, until all hours of the course are over. */
export function datesOf(plan: Parameters<typeof planDays>[0]): { day: Day; period: Period }[] {
  return planDays(plan).days.flatMap(({ day, starts }) =>
    starts.map((from) => ({ day, period: { from, to: from + classMinutes } })),
  );
}
