import { course as courseTable, mentor, offlineCourse } from "../../db/tables/course.ts";
import { defineRoom } from "../../room.ts";
import { courseContent } from "./content.ts";
import { courseHandlers } from "./handlers.ts";
import { courseCards } from "./share.ts";

export const course = defineRoom({
  name: "course",
  handlers: courseHandlers,
  content: courseContent,
  drawings: [courseCards],
  offers: { courses: courseTable, offlineCourses: offlineCourse, mentors: mentor },
  publicTables: [courseTable, mentor, offlineCourse],
});
