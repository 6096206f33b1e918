import { SyllabusSection } from "@shoreline/contract";
import { rupeesToPaise } from "@shoreline/domain/course";
import { z } from "zod";
import type { RoomContent } from "../../content/demo.ts";
import { readContentFile, readContentFolder, refuseDoubles, refuseMissingPicture } from "../../content/read.ts";
import { course, mentor } from "../../db/tables/course.ts";
import { StartError } from "../../start-error.ts";

const text = z.string().min(1);

const CourseFile = z.strictObject({
  courseName: text,
  field: z.enum(["web", "programming", "data", "mobile", "design", "testing"]),
  level: z.enum(["beginner", "intermediate"]),
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
    z.strictObject({ mentorName: text, designation: text, profilePicture: text, about: text, position: z.int32() }),
  )
  .min(1);

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
    for (const { courseId, image } of rows) {
      if (!/^[a-z0-9.-]+$/.test(courseId))
        throw new StartError(
          `content/courses/${courseId}.yaml: a file name is small letters, digits, dots and dashes.`,
        );
      refuseMissingPicture(`courses/${courseId}.yaml`, image);
    }
    refuseDoubles("courses", rows, "position");
    await db.insert(course).values(rows);
    const mentors = readMentors();
    await db.insert(mentor).values(mentors);
    return rows.length + mentors.length;
  },
  async freshen({ db }) {
    if ((await db.$count(mentor)) === 0) await db.insert(mentor).values(readMentors());
  },
};

function readMentors() {
  const mentors = readContentFile("mentors.yaml", MentorsFile);
  refuseDoubles("mentors.yaml", mentors, "mentorName");
  for (const { profilePicture } of mentors) refuseMissingPicture("mentors.yaml", profilePicture);
  return mentors.map(({ mentorName, profilePicture, ...rest }) => ({
    ...rest,
    name: mentorName,
    picture: profilePicture,
  }));
}
