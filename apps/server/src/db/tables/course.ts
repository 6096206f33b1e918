import type { OfflineStart, SampleClass, SyllabusSection } from "@shoreline/domain/course";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

type Question = { question: string; answer: string };

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** For search, UI/UX and Node.js are two words each; PostgreSQL's parser would read them as a path and a host. */
const punctuation = './+-_:,()&#"[]';
const words = (expression: string) => `translate(${expression}, '${punctuation}', '${" ".repeat(punctuation.length)}')`;
const weighted = (expression: string, weight: string) =>
  `setweight(to_tsvector('simple'::regconfig, ${expression}), '${weight}')`;

/** By weight: name (also as one word: nodejs, fullstack) and id, section titles, topics, description. */
const searchable = (): SQL =>
  sql.raw(
    [
      weighted(words("name"), "A"),
      weighted(`translate(name, ' ${punctuation}', '')`, "A"),
      weighted(`translate(regexp_replace(name, '^\\S+\\s+', ''), ' ${punctuation}', '')`, "A"),
      weighted(words("course_id"), "A"),
      weighted(words("jsonb_path_query_array(syllabus, '$[*].title')::text"), "B"),
      weighted(words("jsonb_path_query_array(syllabus, '$[*].topics[*]')::text"), "C"),
      weighted(words("description"), "D"),
    ].join(" || "),
  );

/** Names and ids, which weigh most. */
export const searchOfNames = (search: SQLWrapper): SQL => sql`ts_filter(${search}, '{a}')`;

/** Links replace the first slash of an id with a space, so ids must also differ after that. */
export const linkId = (courseId: unknown): SQL => sql`regexp_replace(${courseId}, '/', ' ')`;

export const course = pgTable(
  "course",
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: text().notNull().unique(),
    name: text().notNull(),
    image: text().notNull(),
    field: text().notNull(),
    level: text().notNull(),
    position: integer().notNull(),
    isTrending: boolean().notNull().default(false),
    description: text().notNull(),
    durationInHours: integer().notNull(),
    priceInPaise: integer().notNull(),
    outcomes: jsonb().$type<string[]>().notNull(),
    syllabus: jsonb().$type<SyllabusSection[]>().notNull(),
    questions: jsonb().$type<Question[]>().notNull(),
    /** A class that anybody may watch or join. */
    sample: jsonb().$type<SampleClass>(),
    /** No longer offered, and still there for those who have bought it. */
    isHidden: boolean().notNull().default(false),
    search: tsvector().generatedAlwaysAs(searchable),
  },
  (t) => [
    uniqueIndex("course_link_id").on(linkId(t.courseId)),
    index("course_search").using("gin", t.search),
    index("course_search_names").using("gin", searchOfNames(t.search)),
    index("course_field").on(t.field, t.position),
    index("course_position").on(t.position, t.name),
    // One for each order of the catalogue, and one to know whether a field or a level has a course.
    index("course_by_name").on(sql`lower(${t.name})`, t.position, t.name).where(sql`not ${t.isHidden}`),
    index("course_by_price").on(t.priceInPaise, t.position, t.name).where(sql`not ${t.isHidden}`),
    index("course_by_duration").on(t.durationInHours, t.position, t.name).where(sql`not ${t.isHidden}`),
    index("course_offered").on(t.field, t.level, t.position, t.name).where(sql`not ${t.isHidden}`),
    index("course_level").on(t.level, t.position, t.name).where(sql`not ${t.isHidden}`),
    // For the beginning of a name, in whatever order of letters the database has.
    index("course_name").on(sql`lower(${t.name}) text_pattern_ops`),
  ],
);

/** A lower price of a course until a moment. */
export const earlyBird = pgTable(
  "early_bird",
  {
    courseId: uuid()
      .primaryKey()
      .references(() => course.id, { onDelete: "cascade" }),
    priceInPaise: integer().notNull(),
    endsAt: timestamp({ withTimezone: true }).notNull(),
    isDemo: boolean().notNull().default(false),
    version: integer().notNull().default(0),
  },
  (t) => [index("early_bird_ends").on(t.endsAt)],
);

export const offlineCourse = pgTable("offline_course", {
  id: uuid().primaryKey().defaultRandom(),
  courseId: text().notNull().unique(),
  name: text().notNull(),
  image: text().notNull(),
  position: integer().notNull(),
  description: text().notNull(),
  durationInHours: integer().notNull(),
  outcomes: jsonb().$type<string[]>().notNull(),
  syllabus: jsonb().$type<SyllabusSection[]>().notNull(),
  /** Key of the institute's own PDF; without one, the PDF is made from the columns above. */
  syllabusFile: text(),
  /** Null where the institute tells the fee on request. */
  priceInPaise: integer(),
  starts: jsonb().$type<OfflineStart[]>().notNull().default([]),
});

export const mentor = pgTable("mentor", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  designation: text().notNull(),
  picture: text().notNull(),
  about: text().notNull(),
  position: integer().notNull(),
  /** Ids of courses. */
  teaches: jsonb().$type<string[]>().notNull().default([]),
});
