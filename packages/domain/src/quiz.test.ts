import { expect, test } from "vitest";
import { findFieldErrors } from "./lead.ts";
import { type Answered, gradeQuiz, matchAnswers, percentage, resultChecks } from "./quiz.ts";
import { testPath, topicsPath } from "./quiz-paths.ts";

const right: Answered = { answer: "3", selected: "3" };
const wrong: Answered = { answer: "3", selected: "4" };
const skipped: Answered = { answer: "3", selected: null };

test.each([
  [[], { correct: 0, wrong: 0, skipped: 0, total: 0 }],
  [[right, right], { correct: 2, wrong: 0, skipped: 0, total: 2 }],
  [[right, wrong, skipped, skipped], { correct: 1, wrong: 1, skipped: 2, total: 4 }],
])("the answers %j are graded %j", (answers, grade) => {
  expect(gradeQuiz(answers)).toEqual(grade);
});

test.each([
  [0, 12, 0],
  [12, 12, 100],
  [2, 3, 66],
  [199, 200, 99],
  [0, 0, 0],
])("%i of %i is %i percent, rounded down", (correct, total, percent) => {
  expect(percentage({ correct, total })).toBe(percent);
});

const questions = [
  { id: "a", options: ["1", "2"], answer: "1" },
  { id: "b", options: ["x", "y"], answer: "y" },
];

test("the first answer to each question counts; unknown questions and options that do not exist are ignored", () => {
  const sent = [
    { id: "b", selected: "y" },
    { id: "b", selected: "x" },
    { id: "unknown", selected: "1" },
    { id: "a", selected: "7" },
  ];
  expect(matchAnswers(questions, sent).map(({ id, selected }) => [id, selected])).toEqual([
    ["a", null],
    ["b", "y"],
  ]);
  expect(matchAnswers(questions, [{ id: "a", selected: "1" }])).toHaveLength(1);
  expect(matchAnswers(questions, [])).toEqual([]);
});

test.each(["Asha", "Asha Raman", "ஷாலினி", "Ana"])("%s is a valid name", (name) => {
  expect(resultChecks.username.isFine(name)).toBe(true);
});

test.each(["", "Al", "Asha1", "Asha.", " Asha", "<b>x</b>", "http://x", "   "])("%j is not a valid name", (name) => {
  expect(resultChecks.username.isFine(name)).toBe(false);
});

test.each(["asha@example.com", "a.b-c_d@mail.example.info", "A1@b-c.in"])("%s is a valid e-mail address", (email) => {
  expect(resultChecks.email.isFine(email)).toBe(true);
});

test.each([
  "",
  "asha",
  "asha@",
  "asha@example",
  "a+b@example.com",
  "asha@example.c",
  "asha@example.museum",
  "a b@c.in",
])("%j is not a valid e-mail address", (email) => {
  expect(resultChecks.email.isFine(email)).toBe(false);
});

test("the result popup names the field that is wrong", () => {
  expect(findFieldErrors(resultChecks, { username: "Al", email: "asha@" })).toEqual({
    username: "invalid username",
    email: "invalid email",
  });
});

test("a topic with spaces and symbols stays one segment of the path", () => {
  expect(testPath({ collectionId: "html-css", topic: "Grid & flex" })).toBe("/mcq/test/html-css/Grid%20%26%20flex");
  expect(topicsPath("c")).toBe("/mcq/topics/c");
});
