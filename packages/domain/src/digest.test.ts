import { expect, test } from "vitest";
import { type DigestLine, latestLines, mostLines, writeDigest } from "./digest.ts";

let minute = 0;
const line = (title: string, more: Partial<DigestLine> = {}): DigestLine => ({
  ...{
    course: "Python",
    title,
    link: "/dashboard/learn/python",
    about: title,
    at: new Date(Date.UTC(2026, 10, 18, 12, minute++)),
  },
  ...more,
});

test("one thing is said with its own link", () => {
  expect(writeDigest([line("the recording of class 12", { link: "/dashboard/learn/python/recording/1" })])).toEqual({
    title: "Something new in Python",
    text: "The recording of class 12",
    link: "/dashboard/learn/python/recording/1",
  });
});

test("things of one course name it once, the latest first, and lead to it", () => {
  const lines = [
    line("new homework, “Loops”", { link: "/dashboard/learn/python/homework/1" }),
    line("a new question", { link: "/dashboard/learn/python/question/2" }),
  ];
  expect(writeDigest(lines)).toEqual({
    title: "2 new things in Python",
    text: "A new question\nNew homework, “Loops”",
    link: "/dashboard/learn/python",
  });
});

test("things of several courses keep the name of theirs", () => {
  const lines = [line("a"), line("b", { course: "Java", link: "/dashboard/learn/java" })];
  expect(writeDigest(lines)).toEqual({
    title: "2 new things in your courses",
    text: "Java: b\nPython: a",
    link: "/dashboard/mycourses",
  });
});

test("the name of a course may have a colon", () => {
  const lines = [line("a recording", { course: "AI: Basics" }), line("a question", { course: "AI: Basics" })];
  expect(writeDigest(lines)).toMatchObject({ title: "2 new things in AI: Basics", text: "A question\nA recording" });
});

test("of the same thing only the latest is told", () => {
  const lines = [line("one", { about: "x" }), line("two", { about: "x" })];
  expect(latestLines(lines).map(({ title }) => title)).toEqual(["two"]);
});

test("many lines are counted, not listed", () => {
  const { title, text } = writeDigest(Array.from({ length: mostLines + 3 }, (_, n) => line(`${n}`)));
  expect(title).toBe("13 new things in Python");
  expect(text.split("\n")).toHaveLength(mostLines + 1);
  expect(text).toMatch(/and 3 more$/);
});
