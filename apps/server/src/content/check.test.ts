import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { contentKinds } from "../house.ts";
import { testDay } from "../test/global-setup.ts";
import { describeMistake, shippedFolder, sortMistakes } from "./folder.ts";
import { readContent } from "./reading.ts";

const root = mkdtempSync(path.join(tmpdir(), "content-check-"));
afterAll(() => rmSync(root, { recursive: true }));

const mistakesIn = (files: Record<string, string>) => {
  rmSync(root, { recursive: true });
  mkdirSync(root);
  cpSync(path.join(shippedFolder, "institute.yaml"), path.join(root, "institute.yaml"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return sortMistakes(readContent({ root, kinds: contentKinds, now: testDay }).folder.mistakes).map(describeMistake);
};

const course = `courseName: Python
field: programming
level: beginner
durationInHours: 40
priceInRupees: 5000
description: Learn Python.
outcomes: [Write programs]
syllabus: [{ title: Basics, topics: [Variables] }]
`;

test("a course file with every kind of mistake has them all named at once", () => {
  const text = course
    .replace("field: programming", "field: cookery")
    .replace("level: beginner", "level: wizard")
    .replace("durationInHours: 40", "durationInHours: forty");
  const more = "picture: /pictures/nope.png\nsample: { title: Try, webinar: nowhere }\ncolour: red\nlevel: beginner\n";
  expect(mistakesIn({ "courses/python.yaml": text + more })).toEqual([
    expect.stringMatching(/^courses\/python\.yaml:2: field: must be one of /),
    "courses/python.yaml:4: durationInHours: expected number, received string",
    "courses/python.yaml:9: picture: there is no picture /pictures/nope.png",
    "courses/python.yaml:10: sample.webinar: there is no webinar nowhere",
    "courses/python.yaml:11: has an unknown field: colour",
    "courses/python.yaml:12: this field is there twice",
  ]);
});

test("a missing picture is named beside a wrong setting of the institute", () => {
  const institute = "name: A\nfoundedIn: soon\nbrand:\n  scene: desert\n  logo: { light: /pictures/none.png }\n";
  const mistakes = mistakesIn({ "institute.yaml": institute });
  expect(mistakes).toContain("institute.yaml:2: foundedIn: expected number, received string");
  expect(mistakes).toContainEqual(expect.stringMatching(/^institute\.yaml:4: brand\.scene: /));
  expect(mistakes).toContain("institute.yaml:5: brand.logo.light: there is no picture /pictures/none.png");
});

test("what names a course with mistakes is right; what names no course is wrong, whatever else is", () => {
  const mentor = "mentorName: Asha\ndesignation: Trainer";
  const mistakes = mistakesIn({
    "courses/python.yaml": course.replace("courseName: Python\n", ""),
    "mentors.yaml": `- { ${mentor.replace("\n", ", ")}, teaches: [python, perl] }\n- { ${mentor.replace("\n", ", ")}, about: A, teaches: [] }\n`,
    "home.yaml": "reviews: [{ name: R, text: Good, courses: [python, cobol] }]\n",
    "offline-courses/java.yaml": "courseName: Java\nsyllabusOf: java\nsyllabusFile: java.pdf\noutcomes: [A]\n",
    "webinars/first.yaml": "course: Python\nmentor: Nobody\n",
  });
  expect(mistakes).toEqual(
    expect.arrayContaining([
      "courses/python.yaml:1: courseName: is missing",
      "mentors.yaml:1: 0.about: is missing",
      "mentors.yaml:1: 0.teaches.1: there is no course perl",
      "mentors.yaml:2: 1.mentorName: Asha is used twice",
      "home.yaml:1: reviews.0.designation: is missing",
      "home.yaml:1: reviews.0.courses.1: there is no course cobol",
      "offline-courses/java.yaml:1: durationInHours: is missing",
      "offline-courses/java.yaml:2: syllabusOf: there is no online course java",
      "offline-courses/java.yaml:3: syllabusFile: syllabuses/java.pdf does not exist or is not a PDF",
      "offline-courses/java.yaml:1: needs either syllabusOf, or outcomes and syllabus",
      "webinars/first.yaml:2: mentor: there is no mentor Nobody",
    ]),
  );
  expect(mistakes.filter((one) => one.includes("course python"))).toEqual([]);
});

test("a test with a wrong level and a wrong answer has both named", () => {
  const question = "{ question: Q, options: [a, b, c, d], answer: e, explanation: E, level: Hardest }";
  const topic = `{ topic: Loops, about: A, questions: [${question}] }`;
  const mistakes = mistakesIn({
    "quiz/python.yaml": `languageName: Python\ncourse: perl\ntopics:\n  - ${topic}\n  - ${topic}\n`,
  });
  expect(mistakes).toEqual(
    expect.arrayContaining([
      "quiz/python.yaml:1: position: is missing",
      "quiz/python.yaml:2: course: there is no course perl",
      "quiz/python.yaml:4: topics.0.questions.0.answer: must be one of the options",
      expect.stringMatching(/^quiz\/python\.yaml:4: topics\.0\.questions\.0\.level: /),
      "quiz/python.yaml:5: topics.1.topic: Loops is used twice",
    ]),
  );
});

test("a dead end of the chatbot is named with its option, beside a course that does not exist", () => {
  const entry = "{ key: a, question: Hello, headingAnswer: Hi, answer: [{ course: Nowhere }], courseId: perl }";
  expect(mistakesIn({ "chatbot.yaml": `start: Hello\nend: Bye\nthanks: Thanks\nentries:\n  - ${entry}\n` })).toEqual([
    "chatbot.yaml:1: greeting: is missing",
    "chatbot.yaml:5: entries.0.courseId: there is no course perl",
    "chatbot.yaml:5: entries.0.answer.0.course: no entry has the question Nowhere",
  ]);
});
