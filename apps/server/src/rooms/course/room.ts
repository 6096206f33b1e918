import { hasWellFormed } from "../../content/well-formed.ts";
import { course as courseTable, earlyBird, mentor, offlineCourse } from "../../db/tables/course.ts";
import { defineRoom } from "../../room.ts";
import { courseContent } from "./content.ts";
import { courseHandlers } from "./handlers.ts";
import { listCourses, listMentors, listOffline, listWithdrawn } from "./queries.ts";
import { courseShape, mentorShape, offlineShape } from "./shapes.ts";
import { courseCards, offlineCards } from "./share.ts";

export const course = defineRoom({
  name: "course",
  handlers: courseHandlers,
  content: courseContent,
  drawings: [courseCards, offlineCards],
  offers: {
    courses: async (db) => hasWellFormed(courseShape, await listCourses(db)),
    offlineCourses: async (db) => hasWellFormed(offlineShape, await listOffline(db)),
    mentors: async (db) => hasWellFormed(mentorShape, await listMentors(db)),
  },
  listWithdrawn,
  publicTables: [courseTable, earlyBird, mentor, offlineCourse],
});
