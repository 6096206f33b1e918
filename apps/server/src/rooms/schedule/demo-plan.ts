import { addDays, type Day, dayAt, firstDayOf, openShare, takesLearners, weeksOf } from "@shoreline/domain/batch";
import { batchTypes } from "@shoreline/domain/course";
import { batchHours, batchTimes } from "@shoreline/domain/site";
import type { BatchKind } from "./plan.ts";

type Run = BatchKind & { startsAt: Date; endsAt: Date };
export type BatchStart = BatchKind & { from: Day };

type Situation = {
  runs: Run[];
  hours: number;
  /** The number of the course, from 0, so that not all courses start on the same day. */
  courseIndex: number;
  now: Date;
  timeZone: string;
};

const kinds: BatchKind[] = batchTimes.flatMap((batchTime) => batchTypes.map((batchType) => ({ batchTime, batchType })));

/** The batches that a new demo begins with: one that is over, and a running one of most kinds. */
export function firstStarts({ runs, hours, courseIndex, now, timeZone }: Situation): BatchStart[] {
  const over = kinds[courseIndex % kinds.length] as BatchKind;
  const running = kinds.filter((kind) => !isOpening(kind) && !isOpen(kind, { runs, now }));
  return [
    { ...over, weeksAgo: weeksOf({ hours, type: over.batchType }) + 2 + ((13 * courseIndex + 1) % 16) },
    ...running.map((kind, n) => {
      const weeks = weeksOf({ hours, type: kind.batchType });
      return { ...kind, weeksAgo: (courseIndex + n) % Math.max(1, Math.floor(weeks * openShare)) };
    }),
  ].map(({ weeksAgo, ...kind }) => ({ ...kind, from: addDays(lastFirstDay(kind, { now, timeZone }), -7 * weeksAgo) }));
}

/** The latest Monday or Saturday on which a first class of this kind has started. */
function lastFirstDay({ batchTime, batchType }: BatchKind, { now, timeZone }: { now: Date; timeZone: string }): Day {
  const sinceMidnightMs = batchHours(batchTime).from * 3_600_000;
  return firstDayOf(batchType, dayAt(new Date(now.getTime() - sinceMidnightMs), timeZone));
}

/** Two kinds only start soon, so that every course has a next batch. */
function isOpening({ batchTime, batchType }: BatchKind): boolean {
  return batchType === "week-end" && (batchTime === "11-12" || batchTime === "3-4");
}

/** The batches to plan now: of each kind that no longer takes learners, and one more if none of the course starts soon. */
export function nextStarts({ runs, courseIndex, now, timeZone }: Situation): BatchStart[] {
  const missing = kinds.filter((kind) => !isOpen(kind, { runs, now }));
  const hasNext = missing.length > 0 || runs.some(({ startsAt }) => startsAt > now);
  return (hasNext ? missing : [longestRunning(runs)]).map((kind) => {
    const days = 2 + ((5 * courseIndex + 3 * kinds.findIndex((one) => isSame(one, kind))) % 20);
    // The first Monday or Saturday after these days: in four weeks at the latest.
    return { ...kind, from: firstDayOf(kind.batchType, addDays(dayAt(now, timeZone), days + 6)) };
  });
}

/** Whether a batch of this kind still takes learners. */
function isOpen(kind: BatchKind, { runs, now }: Pick<Situation, "runs" | "now">): boolean {
  return runs.some((run) => isSame(run, kind) && takesLearners(run, now));
}

function longestRunning(runs: Run[]): BatchKind {
  const newest = (kind: BatchKind) =>
    Math.max(...runs.filter((run) => isSame(run, kind)).map(({ startsAt }) => startsAt.getTime()));
  return kinds.reduce((one, other) => (newest(other) < newest(one) ? other : one));
}

function isSame(one: BatchKind, other: BatchKind): boolean {
  return one.batchTime === other.batchTime && one.batchType === other.batchType;
}
