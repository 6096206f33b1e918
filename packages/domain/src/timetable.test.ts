import { expect, test } from "vitest";
import { moveAlike } from "./timetable.ts";

const india = "Asia/Kolkata";

test("later classes move by the same days and hours", () => {
  const move = { from: new Date("2026-11-16T03:30:00Z"), to: new Date("2026-11-18T08:30:00Z") };
  expect(moveAlike(new Date("2026-11-17T04:30:00Z"), move, india)).toEqual(new Date("2026-11-19T09:30:00Z"));
  expect(moveAlike(new Date("2026-11-30T03:30:00Z"), move, india)).toEqual(new Date("2026-12-02T08:30:00Z"));
});

test("a class moves back over the end of a month and past midnight", () => {
  const move = { from: new Date("2026-12-01T03:30:00Z"), to: new Date("2026-11-30T18:00:00Z") };
  expect(moveAlike(new Date("2026-12-01T05:30:00Z"), move, india)).toEqual(new Date("2026-11-30T20:00:00Z"));
});

test("the hour on the wall stays the same when the clocks change in between", () => {
  const move = { from: new Date("2026-10-20T07:00:00Z"), to: new Date("2026-10-21T07:00:00Z") };
  expect(moveAlike(new Date("2026-10-24T07:00:00Z"), move, "Europe/Berlin")).toEqual(new Date("2026-10-25T08:00:00Z"));
});
