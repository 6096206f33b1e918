import { Refusal } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { comingStarts, matchingTopics, paiseToRupees, searchWords, wordsOf } from "@shoreline/domain/course";
import type { Choice } from "@shoreline/domain/site";
import { correctWords } from "@shoreline/domain/spelling";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { freeze } from "../../freeze.ts";
import { readInstitute } from "../site/queries.ts";
import { withSyllabus } from "./kept-texts.ts";
import {
  findOffered,
  findOfflineCourse,
  listChoices,
  listCourses,
  listMentors,
  listNames,
  listOffline,
  listRelated,
  searchCourses,
} from "./queries.ts";
import { courseShape, mentorShape, offlineShape } from "./shapes.ts";
import { readSyllabus } from "./syllabus.ts";
import { toCard, toCourse, toMentor, toOffline } from "./wire.ts";

export const courseHandlers: Handlers<"course"> = {
  async list({ db, log, clock }) {
    const now = clock.now();
    return keepWellFormed(log, courseShape, await listCourses(db)).map((row) => toCourse(row, now));
  },

  async read({ db, log, clock }, { courseId }) {
    const now = clock.now();
    const [found] = keepWellFormed(log, courseShape, await findOffered(db, { courseId }));
    if (!found) throw new Refusal("UNKNOWN_COURSE");
    const [mentors, related] = await Promise.all([
      listMentors(db),
      listRelated(db, { courseId: found.courseId, field: found.field }),
    ]);
    return {
      ...toCourse(found, now),
      outcomes: found.outcomes,
      questions: found.questions,
      sample: found.sample,
      mentors: keepWellFormed(log, mentorShape, mentors)
        .filter(({ teaches }) => teaches.includes(found.courseId))
        .map(toMentor),
      related: keepWellFormed(log, courseShape, related).map((row) => toCard(row, now)),
    };
  },

  async syllabus(ctx, { courseId }) {
    const [found] = keepWellFormed(ctx.log, courseShape, await findOffered(ctx.db, { courseId }));
    if (!found) throw new Refusal("UNKNOWN_COURSE");
    const { id, name, image, description, durationInHours, outcomes, syllabus } = found;
    // Not the id as it was typed: the file of a course is drawn once.
    const shown = { id, courseId: found.courseId, name, image, description, durationInHours, outcomes, syllabus };
    return { bytes: await readSyllabus(ctx, shown), name: `${found.courseId}-syllabus.pdf` };
  },

  async catalogue({ db, log, clock, oncePerContent }, { q, ...rest }) {
    const now = clock.now();
    const { courseFields, courseLevels, inUse } = await oncePerContent(readChoices);
    refuseUnknown("field", rest.field, courseFields);
    refuseUnknown("level", rest.level, courseLevels);
    const typed = searchWords(q);
    // A query without any word, such as "%", matches nothing.
    if (q.trim() !== "" && typed.length === 0)
      return { courses: [], total: 0, isMore: false, corrected: null, ...inUse };
    const search = async (words: string[]) => ({ words, ...(await searchCourses(db, { words, ...rest, now })) });
    const asTyped = await search(typed);
    const meant = asTyped.total === 0 ? correctWords(typed, await oncePerContent(listNameWords)) : null;
    const instead = meant && (await search(meant));
    const found = instead?.total ? instead : asTyped;
    const shown = await withSyllabus({ db, log }, found.rows);
    return {
      courses: shown.map((row) => ({
        ...toCard(row, now),
        found: matchingTopics(row.syllabus, found.words, { most: 2 }),
      })),
      total: found.total,
      isMore: found.isMore,
      ...inUse,
      corrected: found === instead ? instead.words.join(" ") : null,
    };
  },

  async offline({ db, log }) {
    return keepWellFormed(log, offlineShape, await listOffline(db)).map(toOffline);
  },

  async readOffline({ db, log, clock }, { courseId }) {
    const [found] = keepWellFormed(log, offlineShape, await findOfflineCourse(db, { courseId }));
    if (!found) throw new Refusal("UNKNOWN_COURSE");
    const { timeZone } = await readInstitute(db);
    const { priceInPaise, starts, outcomes, syllabus } = found;
    return {
      ...toOffline(found),
      price: priceInPaise === null ? null : paiseToRupees(priceInPaise),
      starts: comingStarts(starts, dayAt(clock.now(), timeZone)),
      outcomes,
      syllabus,
    };
  },

  async mentors({ db, log }) {
    return keepWellFormed(log, mentorShape, await listMentors(db)).map(toMentor);
  },
};

function refuseUnknown(name: string, given: string | undefined, choices: Choice[]): void {
  if (given === undefined || choices.some(({ key }) => key === given)) return;
  throw new Refusal("INVALID_INPUT", {
    fields: { [name]: `must be one of ${choices.map(({ key }) => key).join(", ")}` },
  });
}

/** The fields and levels of the institute, and which of them have courses. */
async function readChoices(db: Db) {
  const { courseFields, courseLevels } = await readInstitute(db);
  const [inUse = { fields: [], levels: [] }] = await listChoices(db, {
    fields: courseFields.map(({ key }) => key),
    levels: courseLevels.map(({ key }) => key),
  });
  return freeze({ courseFields, courseLevels, inUse });
}

/** The words of names and ids that visitors can find. */
async function listNameWords(db: Db): Promise<string[]> {
  const courses = await listNames(db);
  return [...new Set(courses.flatMap(({ name, courseId }) => wordsOf(`${name} ${courseId}`)))];
}
