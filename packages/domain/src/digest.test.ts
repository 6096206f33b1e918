import { expect, test } from "vitest";
import { type DigestLine, latestLines, mostLines, writeDigest } from "./digest.ts";

let minute = 0;
const line = (title: string, more: Partial<DigestLine> = {}): DigestLine => ({
  ...{ title, link: "/dashboard/learn/python", about: title, at: new Date(Date.UTC(2026, 10, 18, 12, minute++)) },
  ...more,
});

test("one thing is said with its own link", () => {
  expect(
    writeDigest([line("Python: the recording of class 12", { link: "/dashboard/learn/python/recording/1" })]),
  ).toEqual({
    title: "Something new in Python",
    text: "The recording of class 12",
    link: "/dashboard/learn/python/recording/1",
  });
});

test("things of one course name it once, the latest first, and lead to it", () => {
  const lines = [
    line("Python: new homework, “Loops”", { link: "/dashboard/learn/python/homework/1" }),
    line("Python: a new question", { link: "/dashboard/learn/python/question/2" }),
  ];
  expect(writeDigest(lines)).toEqual({
    title: "2 new things in Python",
    text: "A new question\nNew homework, “Loops”",
    link: "/dashboard/learn/python",
  });
});

test("things of several courses keep the name of theirs", () => {
  const lines = [line("Python: a"), line("Java: b", { link: "/dashboard/learn/java" })];
  expect(writeDigest(lines)).toEqual({
    title: "2 new things in your courses",
    text: "Java: b\nPython: a",
    link: "/dashboard/mycourses",
  });
});

test("of the same thing only the latest is told", () => {
  const lines = [line("Python: one", { about: "x" }), line("Python: two", { about: "x" })];
  expect(latestLines(lines).map(({ title }) => title)).toEqual(["Python: two"]);
});

test("many lines are counted, not listed", () => {
  const { title, text } = writeDigest(Array.from({ length: mostLines + 3 }, (_, n) => line(`Python: ${n}`)));
  expect(title).toBe("13 new things in Python");
  expect(text.split("\n")).toHaveLength(mostLines + 1);
  expect(text).toMatch(/and 3 more$/);
});
