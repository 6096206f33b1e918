import { expect, test } from "vitest";
import { fromDraft, kindIn, newBatch, placeOf, toPreview } from "./written-batch.ts";

const facts = {
  ...{
    course: { courseId: "sql", name: "SQL", hours: 40, priceInPaise: 1, isHidden: false },
    trainers: [],
    rooms: [],
    today: "2026-11-18",
  },
  batchTimes: ["9-10", "3-4"],
};

test("a new batch is of the course that came with the form, and its kind follows the pattern", () => {
  const written = newBatch(facts);
  expect(written.course?.courseId).toBe("sql");
  const afternoon = { ...written, pattern: [{ weekday: 1, from: "15:30", classes: 1 }] };
  expect(kindIn(afternoon, facts.batchTimes)).toEqual({ batchTime: "3-4", batchType: "week-days" });
  const weekend = { ...written, pattern: [{ weekday: 6, from: "09:30", classes: 2 }] };
  expect(kindIn(weekend, facts.batchTimes)).toEqual({ batchTime: "9-10", batchType: "week-end" });
  const chosen = { batchTime: "9-10", batchType: "week-days" as const };
  expect(kindIn({ ...weekend, kind: chosen }, facts.batchTimes)).toEqual(chosen);
});

test("where no offered hour fits, somebody has to choose how a batch is sold; it is planned all the same", () => {
  const evening = newBatch(facts);
  expect(kindIn(evening, facts.batchTimes)).toEqual({ batchTime: "", batchType: "week-days" });
  expect(toPreview(evening, facts.batchTimes)).toMatchObject({ batchTime: "3-4", batchType: "week-days" });
});

test("a new batch begins tomorrow: the time of today's class may have passed", () => {
  expect(newBatch(facts).from).toBe("2026-11-19");
});

test("empty fields mean no limit, nobody and online; text that is no number is left to the server", () => {
  const written = newBatch(facts);
  expect(placeOf(written)).toMatchObject({ seats: null, trainerId: null, roomId: null, joinUntil: null });
  expect(placeOf({ ...written, seats: "many" }).seats).toBeNaN();
});

test("there is a plan only with a day and a pattern that can be", () => {
  const written = newBatch(facts);
  expect(toPreview(written, facts.batchTimes)).toMatchObject({ courseId: "sql", from: "2026-11-19" });
  expect(toPreview({ ...written, from: "" }, facts.batchTimes)).toBeNull();
  expect(toPreview({ ...written, pattern: [] }, facts.batchTimes)).toBeNull();
  expect(toPreview({ ...written, seats: "many" }, facts.batchTimes)?.seats).toBeNull();
});

test("a draft comes back as it was written", () => {
  const content = {
    ...{
      name: "Owls",
      from: null,
      pattern: [],
      batchTime: "9-10",
      batchType: "week-end",
      trainerId: null,
      roomId: "r",
    },
    ...{ meetingUrl: "", makesMeetings: true, seats: 12, joinUntil: null },
  };
  expect(fromDraft({ course: { courseId: "sql", name: "SQL" }, content })).toMatchObject({
    ...{
      course: { courseId: "sql" },
      name: "Owls",
      from: "",
      seats: "12",
      roomId: "r",
      trainerId: "",
      makesMeetings: true,
    },
    kind: { batchTime: "9-10", batchType: "week-end" },
  });
});
