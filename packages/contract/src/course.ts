import { courseFields, courseLevels, courseSorts, coursesPerPage } from "@shoreline/domain/course";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const SyllabusSection = z.object({ title: z.string().min(1), topics: z.array(z.string().min(1)).min(1) });

/** What a card shows. */
export const CourseCard = z.object({
  courseId: z.string(),
  courseName: z.string(),
  courseImage: z.string(),
  description: z.string(),
  duration: z.int().describe("Hours"),
  price: z.number().describe("Rupees"),
  isTrending: z.boolean(),
  field: z.enum(courseFields),
  level: z.enum(courseLevels),
});
export type CourseCard = z.infer<typeof CourseCard>;

export const Course = CourseCard.extend({ syllabus: z.array(SyllabusSection) });
export type Course = z.infer<typeof Course>;

export const Mentor = z.object({
  mentorName: z.string(),
  designation: z.string(),
  profilePicture: z.string(),
  about: z.string(),
});
export type Mentor = z.infer<typeof Mentor>;

export const CoursePage = Course.extend({
  outcomes: z.array(z.string()).describe("What one can do afterwards"),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })).describe("What people ask first"),
  mentors: z.array(Mentor).describe("Who teaches it"),
  related: z.array(CourseCard),
});
export type CoursePage = z.infer<typeof CoursePage>;

export const Catalogue = z.object({
  courses: z.array(CourseCard.extend({ found: z.array(z.string()).describe("Lines of the syllabus that were meant") })),
  total: z.int().describe("On all pages together"),
});
export type Catalogue = z.infer<typeof Catalogue>;

export const OfflineCourse = z.object({
  _id: z.string(),
  courseId: z.string(),
  courseName: z.string(),
  description: z.string(),
  courseImage: z.string(),
  duration: z.int().describe("Hours"),
  sections: z.int().describe("Of the syllabus"),
  syllabusLink: z.string().describe("Where a name and a number are left for the syllabus, by POST"),
});
export type OfflineCourse = z.infer<typeof OfflineCourse>;

export const course = {
  list: endpoint({
    summary: "All online courses",
    input: z.object({}),
    reply: z.array(Course),
    shared: true,
  }),
  read: endpoint({
    summary: "One online course with its syllabus, who teaches it, and what is near it",
    input: z.object({ courseId: z.string().min(1).max(100) }),
    reply: CoursePage,
    refusals: ["UNKNOWN_COURSE"],
    shared: true,
  }),
  catalogue: endpoint({
    summary: `Online courses by field, level and words in name or syllabus, ${coursesPerPage} at a time`,
    input: z.object({
      q: z.string().max(100).default(""),
      field: z.enum(courseFields).optional(),
      level: z.enum(courseLevels).optional(),
      sort: z.enum(courseSorts).default("popular"),
      page: z.coerce.number().pipe(z.int().min(1).max(1000)).default(1),
    }),
    reply: Catalogue,
  }),
  offline: endpoint({
    summary: "All courses that are held in the institute's rooms",
    input: z.object({}),
    reply: z.array(OfflineCourse),
    shared: true,
  }),
  mentors: endpoint({
    summary: "The people who teach",
    input: z.object({}),
    reply: z.array(Mentor),
    shared: true,
  }),
};
