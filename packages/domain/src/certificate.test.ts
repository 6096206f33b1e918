import { describe, expect, test } from "vitest";
import {
  certificateId,
  classesNeeded,
  homeworkNeeded,
  isCertificateId,
  linkedInUrl,
  missingFor,
  missingText,
  normaliseCertificateId,
  progressOf,
  skillsOf,
  studentId,
  whyNotEarned,
} from "./certificate.ts";

const now = new Date("2026-11-15T06:30:00Z");
const before = new Date("2026-11-15T06:30:00Z");
const later = new Date("2026-11-15T06:30:01Z");

describe("a certificate is earned", () => {
  test.each([
    ["with three of four classes at 75 %", { classes: 4, attended: 3, lastEndsAt: before, percent: 75 }, null],
    ["with all classes at 100 %", { classes: 7, attended: 7, lastEndsAt: before, percent: 100 }, null],
    ["not with two of four", { classes: 4, attended: 2, lastEndsAt: before, percent: 75 }, "absent"],
    [
      "not with 29 of 39, which is less than 75 %",
      { classes: 39, attended: 29, lastEndsAt: before, percent: 75 },
      "absent",
    ],
    [
      "not without attending a class, even at 0 %",
      { classes: 4, attended: 0, lastEndsAt: before, percent: 0 },
      "absent",
    ],
    ["not before the last class is over", { classes: 4, attended: 4, lastEndsAt: later, percent: 75 }, "classes-left"],
    ["not without classes", { classes: 0, attended: 0, lastEndsAt: null, percent: 75 }, "no-classes"],
    ["not while the end is unknown", { classes: 4, attended: 4, lastEndsAt: null, percent: 75 }, "no-classes"],
    ["not when every class was cancelled", { classes: 0, attended: 0, lastEndsAt: before, percent: 75 }, "no-classes"],
  ])("%s", (_, asked, reason) => {
    expect(whyNotEarned({ ...asked, now })).toBe(reason);
  });
});

describe("what the rule of a course asks for", () => {
  const attended = { classes: 20, attended: 18, lastEndsAt: before, percent: 75, now };
  test.each([
    ["homework and test done", { homework: { set: 5, done: 4, percent: 80 }, test: { best: 70, percent: 70 } }, []],
    ["homework that was never set", { homework: { set: 0, done: 0, percent: 100 } }, []],
    ["nothing but classes", { homework: null, test: null }, []],
    ["too few classes", { attended: 13 }, ["2 classes short"]],
    ["one class too few", { attended: 14 }, ["1 class short"]],
    ["too little homework", { homework: { set: 5, done: 3, percent: 90 } }, ["homework 3 of 5"]],
    ["no test", { test: { best: null, percent: 70 } }, ["final test not taken"]],
    ["no test, although none is needed to pass", { test: { best: null, percent: 0 } }, ["final test not taken"]],
    ["a low test", { test: { best: 55, percent: 70 } }, ["final test 55 of 70 %"]],
    ["an overdue instalment", { overdueInPaise: 200_000 }, ["₹2,000 overdue"]],
    [
      "everything",
      { attended: 0, homework: { set: 4, done: 0, percent: 50 }, test: { best: 1, percent: 2 }, overdueInPaise: 150 },
      ["15 classes short", "homework 0 of 2", "final test 1 of 2 %", "₹1.5 overdue"],
    ],
    ["the end of the batch", { lastEndsAt: later, attended: 0, test: { best: null, percent: 70 } }, ["classes left"]],
    ["classes", { classes: 0, lastEndsAt: null }, ["no classes planned"]],
  ])("%s", (_, change, texts) => {
    expect(missingFor({ ...attended, ...change }).map(missingText)).toEqual(texts);
  });

  test("the first thing that is missing is the reason", () => {
    expect(whyNotEarned({ ...attended, attended: 2, test: { best: null, percent: 70 } })).toBe("absent");
    expect(whyNotEarned({ ...attended, test: { best: null, percent: 70 } })).toBe("test");
  });

  test("a share of the homework is rounded up", () => {
    expect([0, 50, 80, 100].map((percent) => homeworkNeeded({ set: 3, percent }))).toEqual([0, 2, 3, 3]);
  });
});

test("the required attendance is rounded up to whole classes", () => {
  expect([1, 4, 10, 39].map((classes) => classesNeeded({ classes, percent: 75 }))).toEqual([1, 3, 8, 30]);
});

test.each([
  [
    "no class attended yet",
    { classes: 10, over: 0, attended: 0, percent: 75 },
    { needed: 8, missing: 8, isReachable: true },
  ],
  ["the last chance", { classes: 10, over: 2, attended: 0, percent: 75 }, { needed: 8, missing: 8, isReachable: true }],
  ["too late", { classes: 10, over: 3, attended: 0, percent: 75 }, { needed: 8, missing: 8, isReachable: false }],
  ["enough", { classes: 10, over: 9, attended: 9, percent: 75 }, { needed: 8, missing: 0, isReachable: true }],
  [
    "no class planned yet",
    { classes: 0, over: 0, attended: 0, percent: 75 },
    { needed: 1, missing: 1, isReachable: true },
  ],
])("progress: %s", (_, soFar, progress) => {
  expect(progressOf(soFar)).toEqual(progress);
});

test("certificate ids have five digits, and more after 99999", () => {
  expect([1, 412, 99_999, 100_000].map((serial) => certificateId("OCNST", serial))).toEqual([
    "OCNST00001",
    "OCNST00412",
    "OCNST99999",
    "OCNST100000",
  ]);
});

test("a typed certificate id is read without spaces and in capitals", () => {
  expect(normaliseCertificateId(" ocnst 00001\n")).toBe("OCNST00001");
  expect(["OCNST00001", "X1234567890"].every(isCertificateId)).toBe(true);
  expect(["", "OCNST", "OCNST0001", "00001", "OCNST00001'", "ОCNST00001"].some(isCertificateId)).toBe(false);
});

test("a student id holds initials, year of joining and the end of the account id", () => {
  const holder = { institute: "Shoreline Academy", joinedAt: now, learnerId: "3f2a6c1e-8b1d-4c1a-9a55-0d1e2f4f09c2" };
  expect(studentId(holder)).toBe("SA-2026-4F09C2");
  expect(studentId({ ...holder, institute: "École de l'Été & Co. 24" })).toBe("ÉDLÉ-2026-4F09C2");
  expect(studentId({ ...holder, institute: "24/7" })).toBe("ID-2026-4F09C2");
  expect(studentId({ ...holder, learnerId: "3f2a-4f0-9c2" })).toBe("SA-2026-4F09C2");
});

test("skills are the section titles of the syllabus, at most eight, each once", () => {
  const titles = ["A", "B", "A", "C", "D", "E", "F", "G", "H", "I"].map((title) => ({ title }));
  expect(skillsOf(titles)).toEqual(["A", "B", "C", "D", "E", "F", "G", "H"]);
});

test("the LinkedIn link carries every field", () => {
  const link = linkedInUrl({
    certificateId: "OCNST00001",
    name: "C and C++ & more",
    organisation: "Shoreline Academy",
    year: 2026,
    month: 11,
    url: "https://shoreline.example/view/e_certificate/OCNST00001",
  });
  expect(link.split(/[?&]/)).toEqual([
    "https://www.linkedin.com/profile/add",
    "startTask=CERTIFICATION_NAME",
    "name=C%20and%20C%2B%2B%20%26%20more",
    "organizationName=Shoreline%20Academy",
    "issueYear=2026",
    "issueMonth=11",
    "certUrl=https%3A%2F%2Fshoreline.example%2Fview%2Fe_certificate%2FOCNST00001",
    "certId=OCNST00001",
  ]);
});
