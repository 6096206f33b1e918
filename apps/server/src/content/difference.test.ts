import { expect, test } from "vitest";
import { describeDifference } from "./difference.ts";

const describe = (stored: unknown, wanted: unknown, winner: "files" | "staff" = "files") =>
  describeDifference({ field: "syllabus", stored, wanted, winner, why: "so it is" });
const inside = (stored: unknown, wanted: unknown) => describe(stored, wanted).map((line) => line.trim());

test("a single change is one line with its place within the field", () => {
  const before = [{ title: "First steps", topics: ["a", "x"] }, { title: "Practice" }];
  const after = [{ title: "First steps", topics: ["b", "x"] }, { title: "Practice" }];
  expect(describe(before, after)).toEqual(['    syllabus.0.topics.0: "a" -> "b"   files win: so it is']);
  expect(describe(100, 200, "staff")).toEqual(["    syllabus: 100 -> 200   staff win: so it is"]);
});

test("several changes have a line each below the field", () => {
  expect(describe({ light: "a", dark: "b" }, { light: "c", wide: "d" })).toEqual([
    "    syllabus: 3 changes   files win: so it is",
    '      syllabus.light: "a" -> "c"',
    '      syllabus.dark: removed "b"',
    '      syllabus.wide: added "d"',
  ]);
});

test("a line that is added to or removed from a list does not change the others", () => {
  expect(inside(["a", "b", "c"], ["new", "a", "b", "c"])).toEqual(['syllabus.0: added "new"   files win: so it is']);
  expect(inside(["a", "b", "c"], ["a", "c"])).toEqual(['syllabus.1: removed "b"   files win: so it is']);
  expect(inside(["a", "b"], ["a", "c", "d"]).slice(1)).toEqual(['syllabus.1: "b" -> "c"', 'syllabus.2: added "d"']);
});

test("a section that was changed is found by its title, also behind a new one", () => {
  const before = [{ title: "Practice", topics: ["a"] }];
  const after = [
    { title: "New", topics: ["z"] },
    { title: "Practice", topics: ["b"] },
  ];
  expect(inside(before, after).slice(1)).toEqual([
    'syllabus.0: added {"title":"New","topics":["z"]}',
    'syllabus.1.topics.0: "a" -> "b"',
  ]);
});

test("where staff win, nothing is said to be added or removed", () => {
  expect(describe(["a"], ["b", "c"], "staff")[2]).toBe('      syllabus.1: only in the files: "c"');
  expect(describe("a", undefined, "staff")[0]).toContain('syllabus: only in the database: "a"');
});

test("many changes are counted after the eighth", () => {
  const lines = describe(
    Array.from({ length: 20 }, (_, n) => `old ${n}`),
    Array.from({ length: 20 }, (_, n) => `new ${n}`),
  );
  expect(lines).toHaveLength(10);
  expect([lines[0], lines[8], lines[9]]).toEqual([
    "    syllabus: 20 changes   files win: so it is",
    '      syllabus.7: "old 7" -> "new 7"',
    "      and 12 more",
  ]);
});

test("of a long text the part around the first difference is shown", () => {
  const text = (word: string) =>
    `${"Long ago and far away. ".repeat(20)}The ${word} sails.${" It was night.".repeat(20)}`;
  expect(inside(text("ship"), text("boat"))).toEqual([
    'syllabus: "…o and far away. The ship sails. It was night. It was night. …" -> ' +
      '"…o and far away. The boat sails. It was night. It was night. …"   files win: so it is',
  ]);
});

test("a text that goes on shows its end, and letters are not torn apart", () => {
  const [line] = inside("புதுச்சேரி ".repeat(20), `${"புதுச்சேரி ".repeat(20)}நகரம்`);
  expect(line).toContain('ரி நகரம்"');
  expect(line).not.toMatch(/"…\p{M}/u);
});

test("fields that differ only in null and missing are still named", () => {
  expect(inside({ a: null }, {})).toEqual(['syllabus: {"a":null} -> {}   files win: so it is']);
});
