import { expect, test } from "vitest";
import {
  batchName,
  comingStarts,
  coursePath,
  matchesSearch,
  matchingTopics,
  type OfflineStart,
  offlinePath,
  paiseToRupees,
  rupeesToPaise,
  searchVariants,
  searchWords,
  splitAtMatches,
} from "./course.ts";
import { batchHours, batchTimes } from "./site.ts";

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
])("the course link of %j is %s", (course, path) => {
  expect(coursePath(course, { suffix })).toBe(path);
});

test("only the first slash becomes a space", () => {
  expect(coursePath({ courseId: "a/b/c", courseName: "x" }, { suffix })).toContain("/a%20b%2Fc/");
});

test.each([0, 1, 12999, 24999.5])("%d rupees converted to paise and back stay the same", (rupees) => {
  expect(paiseToRupees(rupeesToPaise(rupees))).toBe(rupees);
});

test("every batch is one hour long, in the morning or in the afternoon", () => {
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
])("a search for %j looks for %j", (text, words) => {
  expect(searchWords(text)).toEqual(words);
});

test("a search uses at most eight words of at most 40 characters", () => {
  expect(searchWords(Array.from({ length: 50 }, (_, n) => `word${n}`).join(" "))).toHaveLength(8);
  expect(searchWords("x".repeat(90))[0]).toHaveLength(40);
});

test("a search matches the start of a word, but a single letter only a whole word", () => {
  expect(matchesSearch("React Router", ["rou"])).toBe(true);
  expect(matchesSearch("Routes", ["outes"])).toBe(false);
  expect(matchesSearch("C and pointers", ["c"])).toBe(true);
  expect(matchesSearch("Classes", ["c"])).toBe(false);
});

test("a search result lists the matching lines of the syllabus, up to a limit", () => {
  const syllabus = [
    { title: "State", topics: ["Hooks", "Reducers"] },
    { title: "Hooks of your own", topics: ["Naming a hook", "Testing"] },
  ];
  expect(matchingTopics(syllabus, ["hooks"], { most: 9 })).toEqual(["Hooks", "Hooks of your own"]);
  expect(matchingTopics(syllabus, ["hooks"], { most: 1 })).toEqual(["Hooks"]);
  expect(matchingTopics(syllabus, [], { most: 2 })).toEqual([]);
});

test("whole-word matches come before matches at the start of a word", () => {
  const syllabus = [{ title: "Reactivity", topics: ["A form in plain JavaScript, and then the same form in React"] }];
  expect(matchingTopics(syllabus, ["react"], { most: 1 })).toEqual(syllabus[0]?.topics);
  expect(matchingTopics(syllabus, ["react"], { most: 9 })).toEqual([...(syllabus[0]?.topics ?? []), "Reactivity"]);
});

test("matches can be highlighted in a line, and no character is lost", () => {
  expect(splitAtMatches("HTML5", ["html5"])).toEqual([{ text: "HTML5", isMatch: true }]);
  expect(splitAtMatches("Hooks, C++ & own", ["hook", "c"])).toEqual([
    { text: "Hooks", isMatch: true },
    { text: ", ", isMatch: false },
    { text: "C", isMatch: true },
    { text: "++ & own", isMatch: false },
  ]);
});

test("a search also tries neighbouring words as one word", () => {
  expect(searchVariants(["react"])).toEqual([["react"]]);
  expect(searchVariants(["full", "stack"])).toEqual([["full", "stack"], ["fullstack"]]);
  expect(searchVariants(["a", "b", "c"])).toEqual([["a", "b", "c"], ["ab", "c"], ["a", "bc"], ["abc"]]);
});

test("a batch is named by its hours and days", () => {
  const batchType = "week-days" as const;
  expect(batchName({ batchTime: "9-10", batchType })).toBe("9:00 to 10:00 AM, weekdays");
  expect(batchName({ batchTime: "11-12", batchType })).toBe("11:00 AM to 12:00 noon, weekdays");
  expect(batchName({ batchTime: "3-4", batchType: "week-end" })).toBe("3:00 to 5:00 PM, weekends");
  expect(batchName({ batchTime: "11-12", batchType: "week-end" })).toBe("11:00 AM to 1:00 PM, weekends");
});

test("the starts still to come include those of today, ordered by day and hour", () => {
  const at = (from: string, time: string): OfflineStart => ({ from, time, type: "week-days" });
  const starts = [
    at("2027-01-04", "9-10"),
    at("2026-11-30", "1-2"),
    at("2026-11-30", "9-10"),
    at("2026-11-29", "9-10"),
  ];
  expect(comingStarts(starts, "2026-11-30").map(({ from, time }) => `${from} ${time}`)).toEqual([
    "2026-11-30 9-10",
    "2026-11-30 1-2",
    "2027-01-04 9-10",
  ]);
  expect(comingStarts(starts, "2027-01-05")).toEqual([]);
});

test("an id is one segment of the address of an offline course", () => {
  expect(["python", "ml/ai"].map(offlinePath)).toEqual(["/offlinecourses/python", "/offlinecourses/ml%2Fai"]);
});
