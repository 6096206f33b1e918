import { describe, expect, test } from "vitest";
import { behindText, certificateState, defaultBehindRule, heldOf, type Standing, whyBehind } from "./progress.ts";

const now = new Date("2026-11-18T06:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const good: Standing = {
  ...{ held: 10, attended: 9, missedInARow: 0, overdueHomework: 0 },
  ...{ lastSeenAt: daysAgo(1), since: daysAgo(60), isOver: false },
};
const texts = (change: Partial<Standing>, rule = {}) =>
  whyBehind({ ...good, ...change }, { ...defaultBehindRule, ...rule }, now).map(behindText);

describe("who falls behind", () => {
  test.each<[string, Partial<Standing>, string[]]>([
    ["who comes, does the work and was seen does not", {}, []],
    ["exactly the share that is asked for is enough", { attended: 6 }, []],
    ["less of the classes is too little", { attended: 5 }, ["5 of 10 classes attended"]],
    ["two classes say nothing about the share", { held: 2, attended: 0 }, []],
    ["three classes do", { held: 3, attended: 1 }, ["1 of 3 classes attended"]],
    ["two missed in a row are not enough", { missedInARow: 2 }, []],
    ["three missed in a row", { missedInARow: 3 }, ["3 classes missed in a row"]],
    ["one homework that is overdue is not enough", { overdueHomework: 1 }, []],
    ["two pieces of homework that are overdue", { overdueHomework: 2 }, ["2 pieces of homework overdue"]],
    ["13 days without a sign are not enough", { lastSeenAt: daysAgo(13.9) }, []],
    ["14 days without a sign", { lastSeenAt: daysAgo(14) }, ["not seen for 14 days"]],
    ["never seen counts from when they could be", { lastSeenAt: null, since: daysAgo(20) }, ["not seen for 20 days"]],
    ["who has just joined is not missed", { lastSeenAt: null, since: daysAgo(3) }, []],
    ["a sign from before the batch does not make them silent", { lastSeenAt: daysAgo(90), since: daysAgo(2) }, []],
    ["after the batch nobody has to be seen", { lastSeenAt: daysAgo(40), isOver: true }, []],
    [
      "all reasons are named",
      { attended: 1, missedInARow: 9, overdueHomework: 4, lastSeenAt: daysAgo(30) },
      ["1 of 10 classes attended", "9 classes missed in a row", "4 pieces of homework overdue", "not seen for 30 days"],
    ],
  ])("%s", (_, change, reasons) => expect(texts(change)).toEqual(reasons));

  test("each line of the rule can be off", () => {
    const bad = { attended: 0, missedInARow: 10, overdueHomework: 5, lastSeenAt: null };
    const off = { attendancePercent: null, missedInARow: null, overdueHomework: null, silentDays: null };
    expect(texts(bad, off)).toEqual([]);
    expect(texts(bad, { ...off, missedInARow: 1 })).toEqual(["10 classes missed in a row"]);
  });

  test("one is counted as one", () => {
    expect(texts({ missedInARow: 1 }, { missedInARow: 1 })).toEqual(["1 class missed in a row"]);
    expect(texts({ lastSeenAt: daysAgo(1) }, { silentDays: 1 })).toEqual(["not seen for 1 day"]);
  });
});

test("a class that runs and was joined is held", () => {
  expect([heldOf({ over: 4, attended: 5 }), heldOf({ over: 4, attended: 2 })]).toEqual([5, 4]);
});

describe("the certificate", () => {
  const judged = { issued: null, missing: [], stillNeeded: [], isReachable: true };
  const left = [{ kind: "classes-left" as const }];
  const short = [{ kind: "absent" as const, short: 2 }];
  test.each([
    ["was issued", { ...judged, issued: "issued" as const, missing: short }, "issued"],
    ["was revoked", { ...judged, issued: "revoked" as const }, "revoked"],
    ["has no classes yet", { ...judged, stillNeeded: [{ kind: "no-classes" as const }] }, "not planned"],
    ["is earned", judged, "earned"],
    ["is in reach while classes are left", { ...judged, missing: left, stillNeeded: short }, "in reach"],
    ["is out of reach", { ...judged, missing: short, stillNeeded: short, isReachable: false }, "out of reach"],
  ])("%s", (_, given, state) => expect(certificateState(given)).toBe(state));
});
