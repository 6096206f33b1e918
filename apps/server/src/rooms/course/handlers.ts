import { apiBase, type Course, type CourseCard, Refusal } from "@shoreline/contract";
import { paiseToRupees, searchWords, topicsFound } from "@shoreline/domain/course";
import type { Handlers } from "../../context.ts";
import type { mentor } from "../../db/tables/course.ts";
import {
  type CourseRow,
  findCourse,
  listCourses,
  listMentors,
  listOffline,
  listRelated,
  searchCourses,
} from "./queries.ts";

export const courseHandlers: Handlers<"course"> = {
  async list({ db }) {
    return (await listCourses(db)).map(toCourse);
  },

  async read({ db }, { courseId }) {
    const [found] = await findCourse(db, { courseId });
    if (!found) throw new Refusal("UNKNOWN_COURSE");
    const [mentors, related] = await Promise.all([
      listMentors(db),
      listRelated(db, { courseId: found.courseId, field: found.field }),
    ]);
    return {
      ...toCourse(found),
      outcomes: found.outcomes,
      questions: found.questions,
      mentors: mentors.filter(({ teaches }) => teaches.includes(found.courseId)).map(toMentor),
      related: related.map(toCard),
    };
  },

  async catalogue({ db }, { q, ...rest }) {
    const words = searchWords(q);
    // Something was asked for, but nothing that could be a word: nothing is like it.
    if (q.trim() !== "" && words.length === 0) return { courses: [], total: 0 };
    const { rows, total } = await searchCourses(db, { words, ...rest });
    const courses = rows.map((row) => ({ ...toCard(row), found: topicsFound(row.syllabus, words, { most: 3 }) }));
    return { courses, total };
  },

  async offline({ db }) {
    const rows = await listOffline(db);
    return rows.map(({ id, courseId, name, description, image }) => ({
      _id: id,
      courseId,
      courseName: name,
      description,
      courseImage: image,
      syllabusLink: `${apiBase}/downloaded/course/add/user/${id}`,
    }));
  },

  async mentors({ db }) {
    return (await listMentors(db)).map(toMentor);
  },
};

function toCard(row: CourseRow): CourseCard {
  return {
    courseId: row.courseId,
    courseName: row.name,
    courseImage: row.image,
    description: row.description,
    duration: row.durationInHours,
    price: paiseToRupees(row.priceInPaise),
    isTrending: row.isTrending,
    field: row.field,
    level: row.level,
  };
}

function toCourse(row: CourseRow): Course {
  return { ...toCard(row), syllabus: row.syllabus };
}

function toMentor({ name, designation, picture, about }: typeof mentor.$inferSelect) {
  return { mentorName: name, designation, profilePicture: picture, about };
}
