import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const SyllabusSection = z.object({ title: z.string().min(1), topics: z.array(z.string().min(1)).min(1) });

export const Course = z.object({
  courseId: z.string(),
  courseName: z.string(),
  courseImage: z.string(),
  description: z.string(),
  duration: z.int().describe("Hours"),
  price: z.number().describe("Rupees"),
  isTrending: z.boolean(),
  syllabus: z.array(SyllabusSection),
});
export type Course = z.infer<typeof Course>;

export const Mentor = z.object({
  mentorName: z.string(),
  designation: z.string(),
  profilePicture: z.string(),
  about: z.string(),
});
export type Mentor = z.infer<typeof Mentor>;

export const course = {
  list: endpoint({
    summary: "All online courses",
    input: z.object({}),
    reply: z.array(Course),
    shared: true,
  }),
  read: endpoint({
    summary: "One online course with its syllabus",
    input: z.object({ courseId: z.string().min(1).max(100) }),
    reply: Course,
    refusals: ["UNKNOWN_COURSE"],
    shared: true,
  }),
  mentors: endpoint({
    summary: "The people who teach",
    input: z.object({}),
    reply: z.array(Mentor),
    shared: true,
  }),
};
