import { expect, test } from "vitest";
import { assignSlots, markInMeeting, nextMeetingTry } from "./meeting-account.ts";

const at = (time: string) => new Date(`2026-11-16T${time}:00Z`);
const one = (name: string, time: string, minutes = 60) => ({ name, startsAt: at(time), minutes });
const accounts = [
  { id: "a", atOnce: 1 },
  { id: "b", atOnce: 2 },
];
const shown = (given: ReturnType<typeof assignSlots<ReturnType<typeof one>>>) =>
  given.map(({ accountId, slot, class: { name } }) => `${name}: ${accountId}${slot}`);

test("parallel classes get slots of their own, and the one that is too many gets none", () => {
  const classes = ["A", "B", "C", "D"].map((name) => one(name, "09:00"));
  expect(shown(assignSlots(classes, { accounts, taken: [] }))).toEqual(["A: a0", "B: b0", "C: b1"]);
});

test("classes after each other share a slot, and classes that overlap by a minute do not", () => {
  const classes = [one("A", "09:00"), one("B", "10:00"), one("C", "10:59")];
  expect(shown(assignSlots(classes, { accounts, taken: [] }))).toEqual(["A: a0", "B: a0", "C: b0"]);
});

test("what other meetings have taken stays theirs", () => {
  const taken = [{ accountId: "a", slot: 0, startsAt: at("08:30"), minutes: 60 }];
  expect(shown(assignSlots([one("A", "09:00")], { accounts, taken }))).toEqual(["A: b0"]);
  expect(assignSlots([one("A", "09:00")], { accounts: [], taken: [] })).toEqual([]);
});

test("who comes more than a quarter of an hour after the beginning is late", () => {
  const startsAt = at("09:00");
  expect(markInMeeting({ startsAt, firstSeenAt: at("09:15") })).toBe("present");
  expect(markInMeeting({ startsAt, firstSeenAt: at("09:16") })).toBe("late");
  expect(markInMeeting({ startsAt, firstSeenAt: at("08:50") })).toBe("present");
});

test("tries grow apart up to half an hour", () => {
  const waits = [1, 2, 3, 6, 40].map(
    (tries) => (nextMeetingTry({ tries, triedAt: at("09:00") }).getTime() - at("09:00").getTime()) / 60_000,
  );
  expect(waits).toEqual([1, 2, 4, 30, 30]);
});
