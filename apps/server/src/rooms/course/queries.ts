import {
  type CourseSort,
  coursesPerPage,
  type EarlyBird,
  earlyPriceOf,
  searchVariants,
} from "@shoreline/domain/course";
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { course, linkId, mentor, offlineCourse } from "../../db/tables/course.ts";

const { search, ...plainColumns } = getTableColumns(course);

type StoredEarlyBird = { priceInPaise: number; endsAt: string };

/** All columns except the search index, and the early-bird price, also when it is over. */
export const courseColumns = {
  ...plainColumns,
  earlyBird: sql<StoredEarlyBird | null>`(
    select json_build_object('priceInPaise', e.price_in_paise, 'endsAt', e.ends_at)
    from early_bird e where e.course_id = course.id)`,
};

export type CourseRow = Omit<typeof course.$inferSelect, "search"> & { earlyBird: StoredEarlyBird | null };

/** As the domain reads it. */
export function earlyBirdOf({ earlyBird }: Pick<CourseRow, "earlyBird">): EarlyBird | null {
  return earlyBird && { priceInPaise: earlyBird.priceInPaise, endsAt: new Date(earlyBird.endsAt) };
}

/** What a course costs now without a coupon. */
export function priceAt(row: Pick<CourseRow, "priceInPaise" | "earlyBird">, now: Date): number {
  return earlyPriceOf({ listPriceInPaise: row.priceInPaise, earlyBird: earlyBirdOf(row), now }) ?? row.priceInPaise;
}

const { outcomes, syllabus, questions, sample, ...cardColumns } = courseColumns;

/** The columns of a course card: without the long texts of its page. */
export { cardColumns };

export type CardRow = Omit<CourseRow, "outcomes" | "syllabus" | "questions" | "sample">;

/** Whether visitors see a course. */
export const isOffered = eq(course.isHidden, false);

const byPosition = [asc(course.position), asc(course.name)];

export const listCourses = prepared((db) =>
  db
    .select(courseColumns)
    .from(course)
    .where(isOffered)
    .orderBy(...byPosition)
    .prepare("course_list"),
);

/** With those that are hidden. */
export const listAllCourses = prepared((db) =>
  db
    .select(courseColumns)
    .from(course)
    .orderBy(...byPosition)
    .prepare("course_all"),
);

/** Finds a course, hidden or not, by its id or by the form of the id in a link. */
export const findCourse = prepared((db) =>
  db
    .select(courseColumns)
    .from(course)
    .where(sql`${linkId(course.courseId)} = ${linkId(sql.placeholder("courseId"))}`)
    .prepare("course_find"),
);

export async function findOffered(db: Db, { courseId }: { courseId: string }): Promise<CourseRow[]> {
  return (await findCourse(db, { courseId })).filter(({ isHidden }) => !isHidden);
}

/** The names that forms and the chatbot should no longer mention: another course may go by the same name. */
export async function listWithdrawn(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from ${course} where is_hidden
    except select name from ${course} where not is_hidden
    except select name from ${offlineCourse}`);
  return rows.map(({ name }) => name);
}

/** The first three of the same field, or of the other fields, from an index. */
const firstOthers = (compares: SQL) => sql`
  select c.id from ${course} c where not c.is_hidden and c.course_id <> ${sql.placeholder("courseId")}
    and c.field ${compares} ${sql.placeholder("field")} order by c.position limit 3`;

export const listRelated = prepared((db) =>
  db
    .select(courseColumns)
    .from(course)
    .where(sql`${course.id} = any(array(${firstOthers(sql`=`)}) || array(${firstOthers(sql`<>`)}))`)
    .orderBy(desc(eq(course.field, sql.placeholder("field"))), asc(course.position))
    .limit(3)
    .prepare("course_related"),
);

/** The fields and levels that have courses. */
export const listChoices = prepared((db) =>
  db
    .selectDistinct({ field: course.field, level: course.level })
    .from(course)
    .where(isOffered)
    .prepare("course_choices"),
);

export type CourseFilter = {
  words: string[];
  field?: string | undefined;
  level?: string | undefined;
  sort: CourseSort;
  page: number;
  now: Date;
};

/** Reads one page of the matching courses and their total number in one query. */
export async function searchCourses(db: Db, filter: CourseFilter): Promise<{ rows: CourseRow[]; total: number }> {
  const { words, field, level, sort, page, now } = filter;
  const values = { ...termsOf(words), field, level, now: now.toISOString(), offset: (page - 1) * coursesPerPage };
  const form = { hasWords: words.length > 0, hasField: !!field, hasLevel: !!level, sort };
  const found = await searchOf(form)(db, values);
  return { rows: found.map(({ total, ...row }) => row), total: found[0]?.total ?? 0 };
}

/** What a search asks for, apart from the values. */
type SearchForm = { hasWords: boolean; hasField: boolean; hasLevel: boolean; sort: CourseSort };
const searches = new Map<string, ReturnType<typeof prepareSearch>>();

function searchOf(form: SearchForm) {
  const name = ["course_search", ...Object.values(form).map(String)].join("_");
  const known = searches.get(name) ?? prepareSearch(name, form);
  searches.set(name, known);
  return known;
}

function prepareSearch(name: string, form: SearchForm) {
  return prepared((db) => searchQuery(db, form).prepare(name));
}

export function termsOf(words: string[]) {
  const variants = searchVariants(words);
  return { prefixes: anyOf(variants.map((one) => one.map(asPrefix))), whole: anyOf(variants), name: words.join("") };
}

export function searchQuery(db: Db, { hasWords, hasField, hasLevel, sort }: SearchForm) {
  const prefixes = sql`to_tsquery('simple', ${sql.placeholder("prefixes")})`;
  const whole = sql`to_tsquery('simple', ${sql.placeholder("whole")})`;
  // Whole words rank first: React before Reactivity. The prefix query finds both.
  const byRank = [
    sql`lower(regexp_replace(${course.name}, '\\W', '', 'g')) = ${sql.placeholder("name")} desc`,
    sql`case when ${search} @@ ${whole} then ts_rank(${search}, ${whole}) else 0 end desc`,
    sql`ts_rank(${search}, ${prefixes}) desc`,
  ];
  return db
    .select({ ...courseColumns, total: sql<number>`count(*) over ()::int` })
    .from(course)
    .where(
      and(
        isOffered,
        hasWords ? sql`${search} @@ ${prefixes}` : undefined,
        hasField ? eq(course.field, sql.placeholder("field")) : undefined,
        hasLevel ? eq(course.level, sql.placeholder("level")) : undefined,
      ),
    )
    .orderBy(...orders[sort], ...(hasWords ? byRank : []), ...byPosition)
    .limit(coursesPerPage)
    .offset(sql.placeholder("offset"));
}

function anyOf(spelt: string[][]): string {
  return spelt.map((one) => `(${one.join(" & ")})`).join(" | ");
}

/** A word of one letter, such as C, matches only itself. */
function asPrefix(word: string): string {
  return word.length === 1 ? word : `${word}:*`;
}

const orders: Record<CourseSort, SQL[]> = {
  popular: [],
  name: [sql`lower(${course.name})`],
  price: [
    sql`least(course.price_in_paise, (
      select e.price_in_paise from early_bird e where e.course_id = course.id and e.ends_at > ${sql.placeholder("now")}))`,
  ],
  duration: [asc(course.durationInHours)],
};

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

export const findOfflineCourse = prepared((db) =>
  db
    .select()
    .from(offlineCourse)
    .where(eq(offlineCourse.courseId, sql.placeholder("courseId")))
    .prepare("offline_course_find"),
);

export const listMentors = prepared((db) =>
  db.select().from(mentor).orderBy(asc(mentor.position)).prepare("mentor_list"),
);
