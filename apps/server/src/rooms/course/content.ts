import { SyllabusSection } from "@shoreline/contract";
import { rupeesToPaise } from "@shoreline/domain/course";
import { z } from "zod";
import type { RoomContent } from "../../content/demo.ts";
import { readContentFolder } from "../../content/read.ts";
import { course } from "../../db/tables/course.ts";

const text = z.string().min(1);

const CourseFile = z.strictObject({
  courseName: text,
  field: z.enum(["web", "programming", "data", "mobile", "design", "testing"]),
  level: z.enum(["beginner", "intermediate"]),
  position: z.int(),
  isTrending: z.boolean(),
  durationInHours: z.int().positive(),
  priceInRupees: z.number().nonnegative(),
  description: text,
  outcomes: z.array(text).min(1),
  syllabus: z.array(SyllabusSection.strict()).min(1),
  questions: z.array(z.strictObject({ question: text, answer: text })),
});

export const courseContent: RoomContent = {
  name: "course",
  async load({ db }) {
    const files = readContentFolder("courses", CourseFile);
    const rows = [...files].map(([courseId, { courseName, priceInRupees, ...rest }]) => ({
      ...rest,
      courseId,
      name: courseName,
      image: `/pictures/courses/${courseId}.svg`,
      priceInPaise: rupeesToPaise(priceInRupees),
    }));
    await db.insert(course).values(rows);
    return rows.length;
  },
};
