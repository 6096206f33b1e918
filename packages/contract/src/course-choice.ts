import { z } from "zod";

export const courseLists = ["all", "offered", "sold"] as const;
export type CourseList = (typeof courseLists)[number];

/** A course as staff choose it. */
export const CourseChoice = z.object({
  courseId: z.string(),
  name: z.string(),
  hours: z.int(),
  priceInPaise: z.int().describe("Now, without a coupon"),
  isHidden: z.boolean().describe("No longer offered"),
});
export type CourseChoice = z.infer<typeof CourseChoice>;

/** Empty: the first courses. */
export const courseWords = z.string().trim().max(100, "Use at most 100 characters").default("");

/** What a list or a link names. */
export const NamedCourse = z.object({ courseId: z.string(), name: z.string() });
export type NamedCourse = z.infer<typeof NamedCourse>;
