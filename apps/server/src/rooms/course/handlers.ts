import { apiBase, Refusal } from "@shoreline/contract";
import { matchingTopics, searchWords } from "@shoreline/domain/course";
import type { Handlers } from "../../context.ts";
import { findCourse, listCourses, listMentors, listOffline, listRelated, searchCourses } from "./queries.ts";
import { toCard, toCourse, toMentor } from "./wire.ts";

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
    // A query without any word, such as "%", matches nothing.
    if (q.trim() !== "" && words.length === 0) return { courses: [], total: 0 };
    const { rows, total } = await searchCourses(db, { words, ...rest });
    const courses = rows.map((row) => ({ ...toCard(row), found: matchingTopics(row.syllabus, words, { most: 2 }) }));
    return { courses, total };
  },

  async offline({ db }) {
    const rows = await listOffline(db);
    return rows.map(({ id, courseId, name, description, image, durationInHours, syllabus }) => ({
      _id: id,
      courseId,
      courseName: name,
      description,
      courseImage: image,
      duration: durationInHours,
      sections: syllabus.length,
      syllabusLink: `${apiBase}/downloaded/course/add/user/${id}`,
    }));
  },

  async mentors({ db }) {
    return (await listMentors(db)).map(toMentor);
  },
};
