import { Institute, SyllabusSection } from "@shoreline/contract";
import { rupeesToPaise } from "@shoreline/domain/course";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ContentKind, Reading } from "../../content/kind.ts";
import { cardPictureField, pictureField } from "../../content/picture-path.ts";
import { nameOf, uniqueBy } from "../../content/references.ts";
import { tableKind } from "../../content/table-kind.ts";
import { course, mentor } from "../../db/tables/course.ts";
import { offlineKind } from "./offline-content.ts";
import { courseShape, mentorShape } from "./shapes.ts";

const text = z.string().min(1);

const CourseFile = z.strictObject({
  courseName: text,
  /** Courses without one come after the others, by name. */
  position: z.int32().default(1000),
  isTrending: z.boolean().default(false),
  durationInHours: z.int32().positive().max(2000),
  priceInRupees: z.number().nonnegative().max(10_000_000),
  description: text,
  outcomes: z.array(text).min(1),
  syllabus: z.array(SyllabusSection.strict()).min(1),
  questions: z.array(z.strictObject({ question: text, answer: text })).default([]),
});

/** A class to try, free of charge: a recording or a webinar. */
const Sample = z.strictObject({ title: text, recording: z.url({ protocol: /^https$/ }).optional() });

/** The form of a course file, and what it refers to. */
function courseFile(reading: Reading, courseId: string) {
  const webinar = nameOf(reading.folder, { what: "webinar", files: "webinars" }).optional();
  return CourseFile.extend({
    field: listedKey(reading, "courseFields"),
    level: listedKey(reading, "courseLevels"),
    picture: cardPictureField(reading, { folder: "courses", name: courseId }),
    sample: Sample.extend({ webinar })
      .refine((one) => (one.recording === undefined) !== (one.webinar === undefined), {
        error: "needs either recording or webinar",
        when: ({ value }) => typeof value === "object" && value !== null,
      })
      .nullable()
      .default(null),
  });
}

const MentorFile = z.strictObject({
  mentorName: text,
  designation: text,
  about: text,
  position: z.int32().default(1000),
});

const courseKind = tableKind({
  name: "course",
  schema: courseShape.schema,
  /** Planned batches would vanish with their course. */
  async whyKept(db, courseId) {
    const { rows } = await db.execute<{ isOwned: boolean; isPlanned: boolean }>(sql`
      select exists (select from purchase where course_id = c.id) as "isOwned",
        exists (select from batch b where b.course_id = c.id and not b.is_demo and b.cancelled_at is null and b.ends_at > now()) as "isPlanned"
      from course c where c.course_id = ${courseId}`);
    const [found] = rows;
    return found?.isOwned ? "learners own it" : found?.isPlanned ? "batches of it are planned" : null;
  },
  hidden: { isHidden: true },
  /** A batch keeps its classes: learners have been told when they are. */
  async noteChange(db, courseId, { fields, now }) {
    if (!fields.includes("durationInHours")) return [];
    const { rows } = await db.execute<{ id: string; hours: number }>(sql`
      select b.id, count(l.id)::int as hours
      from batch b join course c on c.id = b.course_id left join live_class l on l.batch_id = b.id
      where c.course_id = ${courseId} and not b.is_demo and b.ends_at > ${now.toISOString()}::timestamptz
      group by b.id, c.id having count(l.id) <> c.duration_in_hours order by b.starts_at, b.id`);
    return rows.map(
      ({ id, hours }) => `batch ${id} was planned for ${hours} hours and stays; plan a new one with npm run batch`,
    );
  },
  table: course,
  key: "courseId",
  fields: [
    "name",
    "image",
    "field",
    "level",
    "position",
    "isTrending",
    "description",
    "durationInHours",
    "priceInPaise",
    "outcomes",
    "syllabus",
    "questions",
    "sample",
    "isHidden",
  ],
  read(reading) {
    const files = reading.folder.readAll("courses", (courseId) => courseFile(reading, courseId));
    return new Map(
      [...files].map(([courseId, { courseName, priceInRupees, picture, ...rest }]) => [
        courseId,
        { ...rest, name: courseName, isHidden: false, priceInPaise: rupeesToPaise(priceInRupees), image: picture },
      ]),
    );
  },
});

const mentorKind = tableKind({
  name: "mentor",
  schema: mentorShape.schema,
  table: mentor,
  key: "name",
  fields: ["designation", "picture", "about", "position", "teaches"],
  read(reading) {
    const course = nameOf(reading.folder, { what: "course", files: "courses" });
    const picture = pictureField(reading, "portrait").prefault("/pictures/blank.svg");
    const file = z.array(MentorFile.extend({ profilePicture: picture, teaches: z.array(course).default([]) }));
    const mentors = reading.folder.readFile("mentors.yaml", uniqueBy(file, "mentorName")) ?? [];
    return new Map(
      mentors.map(({ mentorName, profilePicture, ...rest }) => [mentorName, { ...rest, picture: profilePicture }]),
    );
  },
});

export const courseContent: ContentKind[] = [courseKind, offlineKind, mentorKind];

/** Fields and levels are data of the institute. While its list has mistakes, anything may be one of them. */
function listedKey({ folder }: Reading, list: "courseFields" | "courseLevels") {
  const institute = folder.readPlain("institute.yaml") as Partial<Record<typeof list, unknown>> | null | undefined;
  const listed = Institute.shape[list].safeParse(institute?.[list]);
  if (!listed.success) return text;
  const keys = listed.data.map(({ key }) => key);
  return text.refine((key) => keys.includes(key), `must be one of ${keys.join(", ")}`);
}
