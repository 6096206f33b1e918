import { expect, test } from "vitest";
import { isAcceptedAtOnce, isJoinable, whatSpeaksAgainst, whyNoChange, whyNoPause } from "./batch-place.ts";
import { defaultClassSettings } from "./class-settings.ts";

const now = new Date("2026-11-15T06:30:00Z");
const today = "2026-11-15";
const batch = {
  startsAt: new Date("2026-11-09T03:30:00Z"),
  endsAt: new Date("2027-01-09T04:30:00Z"),
  joinUntil: null,
  isCancelled: false,
};

test("a batch takes learners until a quarter of it is over, or until the day that staff have set", () => {
  expect(isJoinable(batch, { now, today })).toBe(true);
  expect(isJoinable({ ...batch, startsAt: new Date("2026-09-01T03:30:00Z") }, { now, today })).toBe(false);
  expect(isJoinable({ ...batch, joinUntil: "2026-11-15" }, { now, today })).toBe(true);
  expect(isJoinable({ ...batch, joinUntil: "2026-11-14" }, { now, today })).toBe(false);
  expect(isJoinable({ ...batch, isCancelled: true }, { now, today })).toBe(false);
  expect(isJoinable({ ...batch, endsAt: now, joinUntil: "2026-12-01" }, { now, today })).toBe(false);
});

test("another batch can be asked for until the class of the rule begins", () => {
  const rules = defaultClassSettings;
  expect(whyNoChange({ begun: 4, changes: 9 }, rules)).toBeNull();
  expect(whyNoChange({ begun: 5, changes: 0 }, rules)).toContain("until your class 5 begins");
  expect(whyNoChange({ begun: 0, changes: 0 }, { ...rules, changeUntilClass: 0 })).toContain("cannot be changed");
});

test("a request is accepted at once only where staff have said so, and not more often than they said", () => {
  const rules = { ...defaultClassSettings, changesNeedApproval: false, mostChanges: 2 };
  expect(isAcceptedAtOnce({ begun: 0, changes: 1 }, rules)).toBe(true);
  expect(isAcceptedAtOnce({ begun: 0, changes: 2 }, rules)).toBe(false);
  expect(isAcceptedAtOnce({ begun: 0, changes: 0 }, defaultClassSettings)).toBe(false);
});

test("staff read what speaks against a request", () => {
  const fine = { begun: 0, changes: 0, hasSeat: true, isJoinable: true };
  expect(whatSpeaksAgainst(fine, defaultClassSettings)).toEqual([]);
  expect(whatSpeaksAgainst({ ...fine, begun: 1 }, { ...defaultClassSettings, changeUntilClass: 1 })).toEqual([
    "1 class has begun",
  ]);
  expect(whatSpeaksAgainst({ begun: 6, changes: 2, hasSeat: false, isJoinable: false }, defaultClassSettings)).toEqual([
    "No seat is left",
    "The batch takes nobody any more",
    "6 classes have begun",
    "Changed 2 times before",
  ]);
});

test("a pause ends on a day to come, within the days of the rule", () => {
  const rules = { pauseMostDays: 10 };
  expect(whyNoPause({ until: "2026-11-16", today }, rules)).toBeNull();
  expect(whyNoPause({ until: "2026-11-25", today }, rules)).toBeNull();
  expect(whyNoPause({ until: "2026-11-26", today }, rules)).toContain("at most 10 days");
  expect(whyNoPause({ until: today, today }, rules)).toContain("after today");
  expect(whyNoPause({ until: "2026-11-16", today }, { pauseMostDays: 0 })).toContain("call us");
});
