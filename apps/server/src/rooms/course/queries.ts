import { asc, eq, sql } from "drizzle-orm";
import { prepared } from "../../db/connect.ts";
import { course, mentor } from "../../db/tables/course.ts";

export const listCourses = prepared((db) =>
  db.select().from(course).orderBy(asc(course.position), asc(course.name)).prepare("course_list"),
);

export const findCourse = prepared((db) =>
  db
    .select()
    .from(course)
    .where(eq(course.courseId, sql.placeholder("courseId")))
    .prepare("course_find"),
);

export const listMentors = prepared((db) =>
  db.select().from(mentor).orderBy(asc(mentor.position)).prepare("mentor_list"),
);
