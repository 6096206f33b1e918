import { SyllabusSection } from "@shoreline/contract";
import { courseFields, courseLevels, rupeesToPaise } from "@shoreline/domain/course";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { ContentLoader } from "../../content/demo.ts";
import {
  readContentFile,
  readContentFolder,
  refuseDuplicates,
  refuseInvalidNames,
  refuseMissingPicture,
} from "../../content/read.ts";
import { course, mentor, offlineCourse } from "../../db/tables/course.ts";
import { StartError } from "../../start-error.ts";
import { loadOffline } from "./offline-content.ts";

const text = z.string().min(1);

const CourseFile = z.strictObject({
  courseName: text,
  field: z.enum(courseFields),
  level: z.enum(courseLevels),
  position: z.int32(),
  isTrending: z.boolean(),
  durationInHours: z.int32().positive(),
  priceInRupees: z.number().nonnegative().max(10_000_000),
  description: text,
  outcomes: z.array(text).min(1),
  syllabus: z.array(SyllabusSection.strict()).min(1),
  questions: z.array(z.strictObject({ question: text, answer: text })),
});

const MentorsFile = z
  .array(
    z.strictObject({
      mentorName: text,
      designation: text,
      profilePicture: text,
      about: text,
      position: z.int32(),
      teaches: z.array(text),
    }),
  )
  .min(1);

export const courseContent: ContentLoader = {
  async load({ db, files }) {
    const courses = readCourses();
    await db.insert(course).values(courses);
    const mentors = readMentors();
    await db.insert(mentor).values(mentors);
    return courses.length + mentors.length + (await loadOffline({ db, files, online: courses }));
  },
  /** Adds what an earlier version of the demo did not have. */
  async freshen({ db, files }) {
    const known = await db.select({ name: mentor.name, teaches: mentor.teaches }).from(mentor);
    if (known.length === 0) await db.insert(mentor).values(readMentors());
    else if (known.every(({ teaches }) => teaches.length === 0))
      for (const { name, teaches } of readMentors())
        await db.update(mentor).set({ teaches }).where(eq(mentor.name, name));
    if ((await db.$count(offlineCourse)) === 0) await loadOffline({ db, files, online: readCourses() });
  },
};

function readCourses() {
  const files = readContentFolder("courses", CourseFile);
  const rows = [...files].map(([courseId, { courseName, priceInRupees, ...rest }]) => ({
    ...rest,
    courseId,
    name: courseName,
    image: `/pictures/courses/${courseId}.svg`,
    priceInPaise: rupeesToPaise(priceInRupees),
  }));
  refuseInvalidNames("courses", files.keys());
  for (const { courseId, image } of rows) refuseMissingPicture(`courses/${courseId}.yaml`, image);
  refuseDuplicates("courses", rows, "position");
  return rows;
}

function readMentors() {
  const mentors = readContentFile("mentors.yaml", MentorsFile);
  refuseDuplicates("mentors.yaml", mentors, "mentorName");
  const known = new Set(readCourses().map(({ courseId }) => courseId));
  for (const { profilePicture, teaches } of mentors) {
    refuseMissingPicture("mentors.yaml", profilePicture);
    const unknown = teaches.find((courseId) => !known.has(courseId));
    if (unknown) throw new StartError(`content/mentors.yaml: teaches: there is no course ${unknown}.`);
  }
  return mentors.map(({ mentorName, profilePicture, ...rest }) => ({
    ...rest,
    name: mentorName,
    picture: profilePicture,
  }));
}
