import { expect, test } from "vitest";
import { firstCourse } from "./first-course.ts";

test("the library opens on the first course with material, or else on the first", () => {
  const course = (courseId: string, materials: number) => ({ courseId, materials });
  expect(firstCourse([course("android", 0), course("python", 3)])?.courseId).toBe("python");
  expect(firstCourse([course("android", 0), course("python", 0)])?.courseId).toBe("android");
  expect(firstCourse([])).toBeUndefined();
});
