import { isDay } from "@shoreline/domain/batch";
import { batchTypes, courseSorts, coursesPerPage, mostCoursesCounted } from "@shoreline/domain/course";
import { isBatchTime } from "@shoreline/domain/site";
import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";

export const SyllabusSection = z.object({ title: z.string().min(1), topics: z.array(z.string().min(1)).min(1) });

const title = z.string().min(1);

/** A class that anybody may watch, as a recording, or join, as a webinar. */
export const SampleClass = z.union([
  z.strictObject({ title, recording: z.url({ protocol: /^https$/ }) }),
  z.strictObject({ title, webinar: z.string().min(1) }),
]);

/** What a card shows. */
export const CourseCard = z.object({
  courseId: z.string(),
  courseName: z.string(),
  courseImage: z.string(),
  description: z.string(),
  duration: z.int().describe("Hours"),
  price: z.number().describe("Rupees, now"),
  earlyBird: z
    .object({ listPrice: z.number().describe("Rupees, afterwards"), endsAt: z.iso.datetime() })
    .optional()
    .describe("Where the price is lower until a moment"),
  isTrending: z.boolean(),
  field: z.string().describe("Key of a field of the institute"),
  level: z.string().describe("Key of a level of the institute"),
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
  outcomes: z.array(z.string()).describe("What learners can do after the course"),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })).describe("Frequently asked questions"),
  mentors: z.array(Mentor).describe("Who teaches it"),
  related: z.array(CourseCard),
  sample: SampleClass.nullable().describe("A class to try, free of charge"),
});
export type CoursePage = z.infer<typeof CoursePage>;

const Catalogue = z.object({
  courses: z.array(
    CourseCard.extend({ found: z.array(z.string()).describe("Lines of the syllabus that match the search") }),
  ),
  total: z.int().describe(`Number of courses on all pages, ${mostCoursesCounted} at most`),
  isMore: z.boolean().describe("Whether there are more than that"),
  fields: z.array(z.string()).describe("Keys of the fields that have courses"),
  levels: z.array(z.string()).describe("Keys of the levels that have courses"),
  corrected: z.string().nullable().describe("The words that were searched for instead, after a slip of the keyboard"),
});

export const OfflineCourse = z.object({
  _id: z.string(),
  courseId: z.string(),
  courseName: z.string(),
  description: z.string(),
  courseImage: z.string(),
  duration: z.int().describe("Hours"),
  sections: z.int().describe("Number of sections in the syllabus"),
  syllabusLink: z.string().describe("POST name, mobile number and e-mail here to get the syllabus"),
});
export type OfflineCourse = z.infer<typeof OfflineCourse>;

/** When a course at the institute starts. */
export const OfflineStart = z.strictObject({
  from: z.string().refine(isDay, "must be a day like 2027-01-15").describe("First day, at the institute"),
  time: z.string().refine(isBatchTime, "must be an hour like 9-10, 1-2 or 18-19; 07-08 is in the morning"),
  type: z.enum(batchTypes),
  trainer: z.string().min(1).optional(),
});

export const OfflineCoursePage = OfflineCourse.extend({
  price: z.number().nullable().describe("Rupees; null where the institute tells the fee on request"),
  starts: z.array(OfflineStart).describe("Those that are still to come, the next one first"),
  outcomes: z.array(z.string()).describe("What learners can do after the course"),
  syllabus: z.array(SyllabusSection),
});
export type OfflineCoursePage = z.infer<typeof OfflineCoursePage>;

export const course = {
  list: endpoint({
    summary: "All online courses",
    input: z.object({}),
    reply: z.array(Course),
    shared: true,
  }),
  read: endpoint({
    summary: "One online course with its syllabus, mentors and related courses",
    input: z.object({ courseId: z.string().min(1).max(100) }),
    reply: CoursePage,
    refusals: ["UNKNOWN_COURSE"],
    shared: true,
  }),
  syllabus: endpoint({
    summary: "Download the syllabus of an online course",
    input: z.object({ courseId: z.string().min(1).max(100) }),
    reply: FileReply,
    sends: "application/pdf",
    refusals: ["UNKNOWN_COURSE"],
    // A class of 60 behind one IP address.
    limit: { points: 120, seconds: 600 },
  }),
  catalogue: endpoint({
    summary: `Search online courses by field, level and words in the name or syllabus, ${coursesPerPage} per page`,
    input: z.object({
      q: z.string().max(100).default(""),
      field: z.string().max(40).optional(),
      level: z.string().max(40).optional(),
      sort: z.enum(courseSorts).default("popular"),
      page: z.coerce.number().pipe(z.int().min(1).max(1000)).default(1),
    }),
    reply: Catalogue,
    reads: "replica",
  }),
  offline: endpoint({
    summary: "All offline courses",
    input: z.object({}),
    reply: z.array(OfflineCourse),
    shared: true,
  }),
  readOffline: endpoint({
    summary: "One offline course with its syllabus, fee and next starts",
    input: z.object({ courseId: z.string().min(1).max(100) }),
    reply: OfflineCoursePage,
    refusals: ["UNKNOWN_COURSE"],
    shared: true,
  }),
  mentors: endpoint({
    summary: "All mentors",
    input: z.object({}),
    reply: z.array(Mentor),
    shared: true,
  }),
};
