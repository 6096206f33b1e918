import {
  type CourseField,
  type CourseLevel,
  type CourseSort,
  coursesPerPage,
  spellings,
} from "@shoreline/domain/course";
import { and, asc, desc, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { course, linkId, mentor, offlineCourse } from "../../db/tables/course.ts";

/** All but what only the search reads. */
const { search, ...courseColumns } = getTableColumns(course);

export { courseColumns };

export type CourseRow = Omit<typeof course.$inferSelect, "search">;

export const listCourses = prepared((db) =>
  db.select(courseColumns).from(course).orderBy(asc(course.position), asc(course.name)).prepare("course_list"),
);

/** By the id itself or by the form that it has in a link. */
export const findCourse = prepared((db) =>
  db
    .select(courseColumns)
    .from(course)
    .where(sql`${linkId(course.courseId)} = ${linkId(sql.placeholder("courseId"))}`)
    .prepare("course_find"),
);

export const listRelated = prepared((db) =>
  db
    .select(courseColumns)
    .from(course)
    .where(ne(course.courseId, sql.placeholder("courseId")))
    .orderBy(desc(eq(course.field, sql.placeholder("field"))), asc(course.position))
    .limit(3)
    .prepare("course_related"),
);

export type Wanted = {
  words: string[];
  field?: CourseField | undefined;
  level?: CourseLevel | undefined;
  sort: CourseSort;
  page: number;
};

/** One page of what fits, and how many fit in all, in one query. */
export async function searchCourses(db: Db, wanted: Wanted): Promise<{ rows: CourseRow[]; total: number }> {
  const found = await searchQuery(db, wanted);
  return { rows: found.map(({ total, ...row }) => row), total: found[0]?.total ?? 0 };
}

export function searchQuery(db: Db, { words, field, level, sort, page }: Wanted) {
  const begun = sql`to_tsquery('simple', ${anyOf(spellings(words).map((one) => one.map(asPrefix)))})`;
  const whole = sql`to_tsquery('simple', ${anyOf(spellings(words))})`;
  // Whole words first: React before Reactivity. The index finds both, as a whole word is its own beginning.
  const byRank = [
    sql`lower(regexp_replace(${course.name}, '\\W', '', 'g')) = ${words.join("")} desc`,
    sql`case when ${search} @@ ${whole} then ts_rank(${search}, ${whole}) else 0 end desc`,
    sql`ts_rank(${search}, ${begun}) desc`,
  ];
  return db
    .select({ ...courseColumns, total: sql<number>`count(*) over ()::int` })
    .from(course)
    .where(
      and(
        words.length > 0 ? sql`${search} @@ ${begun}` : undefined,
        field && eq(course.field, field),
        level && eq(course.level, level),
      ),
    )
    .orderBy(...orders[sort], ...(words.length > 0 ? byRank : []), ...byPosition)
    .limit(coursesPerPage)
    .offset((page - 1) * coursesPerPage);
}

function anyOf(spelt: string[][]): string {
  return spelt.map((one) => `(${one.join(" & ")})`).join(" | ");
}

/** A word of one letter is meant as it is. */
function asPrefix(word: string): string {
  return word.length === 1 ? word : `${word}:*`;
}

const orders: Record<CourseSort, SQL[]> = {
  popular: [],
  name: [sql`lower(${course.name})`],
  price: [asc(course.priceInPaise)],
  duration: [asc(course.durationInHours)],
};

const byPosition = [asc(course.position), asc(course.name)];

export const listOffline = prepared((db) =>
  db.select().from(offlineCourse).orderBy(asc(offlineCourse.position), asc(offlineCourse.name)).prepare("offline_list"),
);

export const findOffline = prepared((db) =>
  db
    .select()
    .from(offlineCourse)
    .where(eq(sql`${offlineCourse.id}::text`, sql.placeholder("recordId")))
    .prepare("offline_find"),
);

export const listMentors = prepared((db) =>
  db.select().from(mentor).orderBy(asc(mentor.position)).prepare("mentor_list"),
);
