import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { describeMistake } from "../../content/folder.ts";
import { type Earlier, itemId, readContent } from "../../content/reading.ts";
import { contentKinds } from "../../house.ts";
import { testDay } from "../../test/global-setup.ts";

const root = mkdtempSync(path.join(tmpdir(), "offline-"));
mkdirSync(path.join(root, "offline-courses"));
const course = `courseName: Rust
durationInHours: 20
description: Here
outcomes: [Write it]
syllabus: [{ title: First, topics: [One] }]
`;

type Options = { now?: Date; earlier?: Map<string, Earlier>; isDatedAnew?: boolean };

function readRust(lines: string, options: Options = {}) {
  writeFileSync(path.join(root, "offline-courses/rust.yaml"), course + lines);
  const read = readContent({ root, kinds: contentKinds, now: testDay, ...options });
  const values = read.kinds.get("offline-course")?.get("rust");
  const written = read.written.get(itemId("offline-course", "rust"));
  const mistakes = read.folder.mistakes.map(describeMistake).filter((line) => line.startsWith("offline-courses"));
  return { values, mistakes, applied: new Map([["offline-course rust", { ...values, ...(written && { written }) }]]) };
}

test("fee and starts are optional, and are read as they are written", () => {
  expect(readRust("").values).toMatchObject({ priceInPaise: null, starts: [] });
  const start = "{ from: 2026-12-07, time: 18-19, type: week-days, trainer: Selvi }";
  expect(readRust(`priceInRupees: 4999.5\nstarts: [${start}]\n`).values).toMatchObject({
    priceInPaise: 499_950,
    starts: [{ from: "2026-12-07", time: "18-19", type: "week-days", trainer: "Selvi" }],
  });
});

test.each([
  ["priceInRupees: -1", "6: priceInRupees"],
  ["priceInRupees: 5,000", "6: priceInRupees"],
  [
    "starts:\n  - { from: 2026-02-30, time: 9-10, type: week-days }",
    '7: starts.0.from: must be a day like "2027-01-15"',
  ],
  ["starts:\n  - { from: 2026-12-05, time: 9-10, type: week-days }", "7: starts.0.from: is not a day of its type"],
  ["starts:\n  - { from: soon, time: 9-10, type: week-days }", "7: starts.0.from: must be a day"],
  ["starts:\n  - { from: +5d, time: 9-11, type: week-days }", "7: starts.0.time: must be an hour"],
  ["starts:\n  - { from: +5d, time: 9-10, type: evenings }", "7: starts.0.type"],
  ["starts:\n  - { from: +5d, type: week-days }", "7: starts.0.time: is missing"],
  ["starts:\n  - { from: +5d, time: 9-10, type: week-days, seats: 5 }", "7: starts.0: has an unknown field: seats"],
])("a mistake names line and field: %j", (lines, expected) => {
  const { mistakes } = readRust(`${lines}\n`);
  expect(mistakes).toEqual([expect.stringContaining(`offline-courses/rust.yaml:${expected}`)]);
});

const relative = `starts:
  - { from: +3d, time: 9-10, type: week-days }
  - { from: +3d, time: 9-10, type: week-end }
`;
const days = ({ values }: ReturnType<typeof readRust>) =>
  ((values?.starts ?? []) as { from: string }[]).map(({ from }) => from);

test("a relative day leads to the next Monday or Saturday", () => {
  // Three days after Sunday, 15 November.
  expect(days(readRust(relative))).toEqual(["2026-11-23", "2026-11-21"]);
});

test("a relative day counts from when it was first applied, and in the demo from today", () => {
  const { applied: earlier } = readRust(relative);
  const now = new Date("2027-01-20T06:30:00Z");
  expect(days(readRust(relative, { now, earlier }))).toEqual(["2026-11-23", "2026-11-21"]);
  expect(days(readRust(relative.replaceAll("+3d", "+4d"), { now, earlier }))).toEqual(["2027-01-25", "2027-01-30"]);
  expect(days(readRust(relative, { now, earlier, isDatedAnew: true }))).toEqual(["2027-01-25", "2027-01-23"]);
});
