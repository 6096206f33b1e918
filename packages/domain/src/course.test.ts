import { expect, test } from "vitest";
import { coursePath, paiseToRupees, rupeesToPaise } from "./course.ts";

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
