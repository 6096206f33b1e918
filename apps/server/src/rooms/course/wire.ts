import { apiBase, type Course, type CourseCard, type Mentor, type OfflineCourse } from "@shoreline/contract";
import { paiseToRupees } from "@shoreline/domain/course";
import type { mentor, offlineCourse } from "../../db/tables/course.ts";
import { type CardRow, type CourseRow, priceAt } from "./queries.ts";

export function toCard(row: CardRow, now: Date): CourseCard {
  const priceInPaise = priceAt(row, now);
  const isEarly = row.earlyBird && priceInPaise < row.priceInPaise;
  return {
    courseId: row.courseId,
    courseName: row.name,
    courseImage: row.image,
    description: row.description,
    duration: row.durationInHours,
    price: paiseToRupees(priceInPaise),
    ...(isEarly && {
      earlyBird: {
        listPrice: paiseToRupees(row.priceInPaise),
        endsAt: new Date(row.earlyBird?.endsAt ?? now).toISOString(),
      },
    }),
    isTrending: row.isTrending,
    field: row.field,
    level: row.level,
  };
}

export function toCourse(row: CourseRow, now: Date): Course {
  return { ...toCard(row, now), syllabus: row.syllabus };
}

export function toMentor({ name, designation, picture, about }: typeof mentor.$inferSelect): Mentor {
  return { mentorName: name, designation, profilePicture: picture, about };
}

export function toOffline(row: typeof offlineCourse.$inferSelect): OfflineCourse {
  return {
    _id: row.id,
    courseId: row.courseId,
    courseName: row.name,
    description: row.description,
    courseImage: row.image,
    duration: row.durationInHours,
    sections: row.syllabus.length,
    syllabusLink: `${apiBase}/downloaded/course/add/user/${row.id}`,
  };
}
