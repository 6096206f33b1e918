import { expect, test } from "vitest";
import {
  batchHours,
  batchName,
  batchTimes,
  coursePath,
  isFoundIn,
  paiseToRupees,
  rupeesToPaise,
  searchWords,
  spellings,
  splitAtHits,
  topicsFound,
} from "./course.ts";

const suffix = "training-in-pondicherry";

test.each([
  [{ courseId: "python", courseName: "Python" }, "/onlinecourses/viewdetails/python/Python-training-in-pondicherry"],
  [
    { courseId: "c/cpp", courseName: "C/C++" },
    "/onlinecourses/viewdetails/c%20cpp/C%20C%2B%2B-training-in-pondicherry",
  ],
  [
    { courseId: "node.js", courseName: "Node.js" },
    "/onlinecourses/viewdetails/node.js/Node.js-training-in-pondicherry",
  ],
])("the link of $courseName is one segment per part", (course, path) => {
  expect(coursePath(course, { suffix })).toBe(path);
});

test("only the first slash becomes a space", () => {
  expect(coursePath({ courseId: "a/b/c", courseName: "x" }, { suffix })).toContain("/a%20b%2Fc/");
});

test.each([0, 1, 12999, 24999.5])("%d rupees survive the way to paise and back", (rupees) => {
  expect(paiseToRupees(rupeesToPaise(rupees))).toBe(rupees);
});

test("every batch is one hour long, in the morning or after noon", () => {
  expect(batchTimes.map(batchHours)).toEqual([
    { from: 9, to: 10 },
    { from: 10, to: 11 },
    { from: 11, to: 12 },
    { from: 13, to: 14 },
    { from: 14, to: 15 },
    { from: 15, to: 16 },
  ]);
});

test.each([
  ["React hooks", ["react", "hooks"]],
  ["  C++ ", ["c"]],
  ["UI/UX, Node.js", ["ui", "ux", "node", "js"]],
  ["react React REACT", ["react"]],
  ["a:* | !b & (c)", ["a", "b", "c"]],
  ["தமிழ் நிரல்", ["தமிழ்", "நிரல்"]],
  ["%_'\\;--", []],
  ["", []],
])("%j is searched as %j", (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test("neither many words nor long ones make a search heavy", () => {
  expect(searchWords(Array.from({ length: 50 }, (_, n) => `word${n}`).join(" "))).toHaveLength(8);
  expect(searchWords("x".repeat(90))[0]).toHaveLength(40);
});

test("the beginning of a word is enough, but one letter is a name of its own", () => {
  expect(isFoundIn("React Router", ["rou"])).toBe(true);
  expect(isFoundIn("Routes", ["outes"])).toBe(false);
  expect(isFoundIn("C and pointers", ["c"])).toBe(true);
  expect(isFoundIn("Classes", ["c"])).toBe(false);
});

test("what was found in a syllabus is told line by line, a few at most", () => {
  const syllabus = [
    { title: "State", topics: ["Hooks", "Reducers"] },
    { title: "Hooks of your own", topics: ["Naming a hook", "Testing"] },
  ];
  expect(topicsFound(syllabus, ["hooks"], { most: 2 })).toEqual(["Hooks", "Hooks of your own"]);
  expect(topicsFound(syllabus, [], { most: 2 })).toEqual([]);
});

test("lines with the whole word come before those where it only begins one", () => {
  const syllabus = [{ title: "Reactivity", topics: ["A form in plain JavaScript, and then the same form in React"] }];
  expect(topicsFound(syllabus, ["react"], { most: 1 })).toEqual(syllabus[0]?.topics);
});

test("the words that were looked for can be marked, and nothing of the line is lost", () => {
  const pieces = splitAtHits("Hooks, C++ & custom hooks", ["hook", "c"]);
  expect(pieces.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual(["Hooks", "C", "hooks"]);
  expect(pieces.map(({ text }) => text).join("")).toBe("Hooks, C++ & custom hooks");
});

test("neighbours are also looked for as one word", () => {
  expect(spellings(["react"])).toEqual([["react"]]);
  expect(spellings(["full", "stack"])).toEqual([["full", "stack"], ["fullstack"]]);
  expect(spellings(["a", "b", "c"])).toEqual([["a", "b", "c"], ["ab", "c"], ["a", "bc"], ["abc"]]);
});

test("a batch is called by its hours, as a sentence needs it", () => {
  const batchType = "week-days" as const;
  expect(batchName({ batchTime: "9-10", batchType })).toBe("9:00 to 10:00 AM, week-days");
  expect(batchName({ batchTime: "11-12", batchType })).toBe("11:00 AM to 12:00 noon, week-days");
  expect(batchName({ batchTime: "3-4", batchType: "week-end" })).toBe("3:00 to 4:00 PM, week-end");
});
