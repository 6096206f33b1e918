import { type Course, Refusal } from "@shoreline/contract";
import { paiseToRupees } from "@shoreline/domain/course";
import type { Handlers } from "../../context.ts";
import type { course } from "../../db/tables/course.ts";
import { findCourse, listCourses, listMentors } from "./queries.ts";

export const courseHandlers: Handlers<"course"> = {
  async list({ db }) {
    return (await listCourses(db)).map(toWire);
  },
  async read({ db }, { courseId }) {
    const [found] = await findCourse(db, { courseId });
    if (!found) throw new Refusal("UNKNOWN_COURSE");
    return toWire(found);
  },
  async mentors({ db }) {
    const rows = await listMentors(db);
    return rows.map(({ name, designation, picture, about }) => ({
      mentorName: name,
      designation,
      profilePicture: picture,
      about,
    }));
  },
};

function toWire(row: typeof course.$inferSelect): Course {
  return {
    courseId: row.courseId,
    courseName: row.name,
    courseImage: row.image,
    description: row.description,
    duration: row.durationInHours,
    price: paiseToRupees(row.priceInPaise),
    isTrending: row.isTrending,
    syllabus: row.syllabus,
  };
}
