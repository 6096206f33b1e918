import { SampleClass, SyllabusSection } from "@shoreline/contract";
import { rupeesToPaise } from "@shoreline/domain/course";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { ContentKind, Reading } from "../../content/kind.ts";
import { PicturePath, readPicture } from "../../content/picture-path.ts";
import { tableKind } from "../../content/table-kind.ts";
import { course, mentor } from "../../db/tables/course.ts";
import { offlineKind } from "./offline-content.ts";
import { courseShape, mentorShape } from "./shapes.ts";

const text = z.string().min(1);

const CourseFile = z.strictObject({
  courseName: text,
  field: text,
  level: text,
  /** Courses without one come after the others, by name. */
  position: z.int32().default(1000),
  isTrending: z.boolean().default(false),
  durationInHours: z.int32().positive().max(2000),
  priceInRupees: z.number().nonnegative().max(10_000_000),
  picture: PicturePath.optional(),
  description: text,
  outcomes: z.array(text).min(1),
  syllabus: z.array(SyllabusSection.strict()).min(1),
  questions: z.array(z.strictObject({ question: text, answer: text })).default([]),
  sample: SampleClass.nullable().default(null),
});

const MentorsFile = z.array(
  z.strictObject({
    mentorName: text,
    designation: text,
    profilePicture: PicturePath.default("/pictures/blank.svg"),
    about: text,
    position: z.int32().default(1000),
    teaches: z.array(text).default([]),
  }),
);

const courseKind = tableKind({
  name: "course",
  schema: courseShape.schema,
  /** Planned batches would vanish with their course. */
  async whyKept(db, courseId) {
    const { rows } = await db.execute<{ isOwned: boolean; isPlanned: boolean }>(sql`
      select exists (select from purchase where course_id = c.id) as "isOwned",
        exists (select from batch b where b.course_id = c.id and not b.is_demo and b.ends_at > now()) as "isPlanned"
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
  read: (reading) =>
    new Map(
      [...reading.folder.readAll("courses", CourseFile)].map(
        ([courseId, { courseName, priceInRupees, picture: named, ...rest }]) => {
          const file = `courses/${courseId}.yaml`;
          noteUnlisted(reading, file, rest);
          return [
            courseId,
            {
              ...rest,
              name: courseName,
              isHidden: false,
              priceInPaise: rupeesToPaise(priceInRupees),
              image: readPicture(reading, { file, folder: "courses", name: courseId, named }),
            },
          ];
        },
      ),
    ),
});

const mentorKind = tableKind({
  name: "mentor",
  schema: mentorShape.schema,
  table: mentor,
  key: "name",
  fields: ["designation", "picture", "about", "position", "teaches"],
  read(reading) {
    const { folder } = reading;
    const file = "mentors.yaml";
    const mentors = folder.readFile(file, MentorsFile) ?? [];
    folder.noteDuplicates(file, mentors, "mentorName");
    noteUnknownReviewed(reading);
    return new Map(
      mentors.map(({ mentorName, profilePicture, ...rest }, at) => {
        rest.teaches.forEach((courseId, n) => {
          if (!reading.kinds.get("course")?.has(courseId))
            folder.note(file, [at, "teaches", n], `there is no course ${courseId}`);
        });
        const field = [at, "profilePicture"];
        return [mentorName, { ...rest, picture: reading.picture({ file, field }, profilePicture, "portrait") }];
      }),
    );
  },
});

export const courseContent: ContentKind[] = [courseKind, offlineKind, mentorKind];

/** The reviews of the home page may name courses. */
function noteUnknownReviewed({ folder, kinds }: Reading): void {
  const { reviews = [] } = (kinds.get("block")?.get("home") ?? {}) as { reviews?: { courses?: string[] }[] };
  reviews.forEach(({ courses = [] }, at) => {
    courses.forEach((courseId, n) => {
      if (!kinds.get("course")?.has(courseId))
        folder.note("home.yaml", ["reviews", at, "courses", n], `there is no course ${courseId}`);
    });
  });
}

/** Fields and levels are data of the institute. */
function noteUnlisted({ folder, kinds }: Reading, file: string, given: { field: string; level: string }): void {
  const { courseFields, courseLevels } = (kinds.get("institute")?.get("institute") ?? {}) as {
    courseFields?: { key: string }[];
    courseLevels?: { key: string }[];
  };
  for (const [field, listed] of Object.entries({ field: courseFields, level: courseLevels })) {
    const keys = listed?.map(({ key }) => key);
    if (keys && !keys.includes(given[field as "field"]))
      folder.note(file, [field], `must be one of ${keys.join(", ")}`);
  }
}
