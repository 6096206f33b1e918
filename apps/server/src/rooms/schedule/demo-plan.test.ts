import { planClasses } from "@shoreline/domain/batch";
import { batchTypes } from "@shoreline/domain/course";
import { batchTimes } from "@shoreline/domain/site";
import { expect, test } from "vitest";
import { firstStarts, nextStarts } from "./demo-plan.ts";
import { spanOf } from "./plan.ts";

const timeZone = "Asia/Kolkata";
const hour = 3_600_000;
const month = 30 * 24 * hour;

/** The batches of a course in a demo that is started at this moment. */
function newDemo({ now, hours, courseIndex }: { now: Date; hours: number; courseIndex: number }) {
  const situation = { hours, courseIndex, now, timeZone };
  const toRun = ({ from, ...kind }: ReturnType<typeof nextStarts>[number]) => {
    const { batchTime: time, batchType: type } = kind;
    return { ...kind, ...spanOf(planClasses({ hours, topics: ["T"], from, time, type, timeZone }).classes) };
  };
  const first = firstStarts({ ...situation, runs: [] }).map(toRun);
  return [...first, ...nextStarts({ ...situation, runs: first }).map(toRun)];
}

test.each([
  { hours: 20, courseIndex: 15 },
  { hours: 50, courseIndex: 4 },
  { hours: 1, courseIndex: 0 },
])(
  "on whatever day and hour a demo starts, a course of $hours hours has a batch of every kind",
  ({ hours, courseIndex }) => {
    for (let n = 0; n < 34; n++) {
      const now = new Date(Date.parse("2026-11-15T18:30:00Z") + n * 5 * hour);
      const runs = newDemo({ now, hours, courseIndex });
      const isOver = ({ endsAt }: { endsAt: Date }) => endsAt <= now;
      const isSoon = ({ startsAt }: { startsAt: Date }) => startsAt > now && startsAt.getTime() < now.getTime() + month;
      const usable = runs.filter((run) => !isOver(run));
      for (const { startsAt } of usable) expect(startsAt <= now || isSoon({ startsAt })).toBe(true);
      expect(new Set(usable.map(({ batchTime, batchType }) => `${batchTime} ${batchType}`)).size).toBe(
        batchTimes.length * batchTypes.length,
      );
      expect(usable.some(isSoon)).toBe(true);
      expect(runs.some(isOver)).toBe(true);
      if (hours > 1) expect(runs.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)).not.toEqual([]);
    }
  },
);

test("nothing is planned while every kind takes learners and a batch starts soon", () => {
  const now = new Date("2026-11-15T06:30:00Z");
  const runs = newDemo({ now, hours: 50, courseIndex: 4 });
  expect(nextStarts({ runs, hours: 50, courseIndex: 4, now, timeZone })).toEqual([]);
});

test("a course without a next batch gets one, of the kind that has run the longest", () => {
  const now = new Date("2026-11-15T06:30:00Z");
  const all = batchTimes.flatMap((batchTime) => batchTypes.map((batchType) => ({ batchTime, batchType })));
  const runs = all.map((kind, n) => ({
    ...kind,
    startsAt: new Date(now.getTime() - (n === 5 ? 48 : 24) * hour),
    endsAt: new Date(now.getTime() + 3 * month),
  }));
  expect(nextStarts({ runs, hours: 50, courseIndex: 4, now, timeZone })).toMatchObject([all[5]]);
});
