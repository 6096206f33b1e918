import { expect, test } from "vitest";
import {
  completedAfterMs,
  dueReminder,
  eveningBefore,
  groupByWeek,
  isCompleted,
  isSameDay,
  joinWindowState,
  noticeRoutes,
  weekStart,
} from "./schedule.ts";

const startsAt = new Date("2026-11-16T03:30:00Z"); // Monday, nine in the morning in India
const timeZone = "Asia/Kolkata";
const at = (minutes: number) => new Date(startsAt.getTime() + minutes * 60_000);

test.each([
  [-16, "early"],
  [-15, "open"],
  [0, "open"],
  [59, "open"],
  [60, "over"],
  [3000, "over"],
])("%i minutes after its start the join window of a class is %s", (minutes, state) => {
  expect(joinWindowState({ startsAt, minutes: 60 }, at(minutes))).toBe(state);
});

test("a class is completed more than 125706302 ms after its start, not earlier", () => {
  expect(isCompleted({ startsAt, now: new Date(startsAt.getTime() + completedAfterMs) })).toBe(false);
  expect(isCompleted({ startsAt, now: new Date(startsAt.getTime() + completedAfterMs + 1) })).toBe(true);
});

test("the evening before a class is 6 PM in the institute's time zone", () => {
  expect(eveningBefore(startsAt, timeZone).toISOString()).toBe("2026-11-15T12:30:00.000Z");
});

test.each([
  ["2026-11-15T12:29:00Z", null],
  ["2026-11-15T12:30:00Z", "evening"],
  ["2026-11-16T02:29:00Z", "evening"],
  ["2026-11-16T02:30:00Z", "hour"],
  ["2026-11-16T03:29:59Z", "hour"],
  ["2026-11-16T03:30:00Z", null],
])("at %s the reminder due is %s", (now, due) => {
  expect(dueReminder({ startsAt, now: new Date(now), timeZone })).toBe(due);
});

test("a week starts on Monday at midnight in the institute's time zone, whatever the day in UTC", () => {
  const monday = "2026-11-15T18:30:00.000Z";
  for (const moment of ["2026-11-15T18:30:00Z", "2026-11-16T03:30:00Z", "2026-11-22T18:29:00Z"])
    expect(weekStart(new Date(moment), timeZone).toISOString()).toBe(monday);
  expect(weekStart(new Date("2026-11-15T18:29:00Z"), timeZone).toISOString()).toBe("2026-11-08T18:30:00.000Z");
});

test("classes are grouped by week and keep their order", () => {
  const days = ["2026-11-16", "2026-11-20", "2026-11-23"].map((day) => new Date(`${day}T03:30:00Z`));
  expect(groupByWeek(days, (day) => day, timeZone).map(({ items }) => items.length)).toEqual([2, 1]);
});

const everything = ["mail", "sms", "whatsapp"] as const;

test.each([
  ["evening", "mail", -600, ["mail"]],
  ["evening", "sms", -600, ["sms"]],
  ["hour", "whatsapp", -60, ["whatsapp"]],
  ["moved", "mail", -60, ["mail"]],
  ["moved", "sms", -60, ["mail", "sms"]],
  ["moved", "whatsapp", -60, ["mail", "whatsapp"]],
  ["cancelled", "mail", -180, ["mail"]],
  ["cancelled", "mail", -179, ["mail", "sms"]],
  ["cancelled", "sms", -179, ["mail", "sms"]],
  ["cancelled", "whatsapp", -179, ["mail", "whatsapp", "sms"]],
  ["cancelled", "whatsapp", -180, ["mail", "whatsapp"]],
  ["cancelled", "mail", 10, ["mail", "sms"]],
] as const)(
  "a notice (%s) for a learner who chose %s, %i minutes after the start, goes by %j",
  (kind, chosen, minutes, routes) => {
    expect(noticeRoutes({ kind, chosen, startsAt, now: at(minutes), offered: everything })).toEqual(routes);
  },
);

test("a channel that the institute does not have is replaced by mail", () => {
  const late = { startsAt, now: at(-10), offered: ["mail"] as const };
  expect(noticeRoutes({ kind: "hour", chosen: "whatsapp", ...late })).toEqual(["mail"]);
  expect(noticeRoutes({ kind: "cancelled", chosen: "sms", ...late })).toEqual(["mail"]);
});

test.each([
  ["2026-11-16T18:29:00Z", true], // a minute before midnight in India
  ["2026-11-16T18:30:00Z", false],
  ["2026-11-15T18:30:00Z", true],
  ["2026-12-16T03:30:00Z", false],
  ["2027-11-16T03:30:00Z", false],
])("the day of %s in India is the day of the class: %s", (moment, isSame) => {
  expect(isSameDay(startsAt, new Date(moment), timeZone)).toBe(isSame);
});
