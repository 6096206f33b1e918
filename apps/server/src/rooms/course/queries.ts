import {
  type CourseSort,
  coursesPerPage,
  type EarlyBird,
  earlyPriceOf,
  mostCoursesCounted,
  searchVariants,
} from "@shoreline/domain/course";
import { and, asc, desc, eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { course, linkId, mentor, offlineCourse, searchOfNames } from "../../db/tables/course.ts";

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

/** Another one after each change, as PostgreSQL stores it. */
export const courseVersion = sql<string>`course.ctid::text || course.xmin::text`;

/** Whether visitors see a course. */
export const isOffered = sql`not ${course.isHidden}`;

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

/** Those of these fields and levels that have courses. */
export const listChoices = prepared((db) =>
  db
    .select({ fields: keysInUse(course.field, "fields"), levels: keysInUse(course.level, "levels") })
    .from(sql`(select) as once`)
    .prepare("course_choices"),
);

const keysInUse = (column: SQLWrapper, name: string) => sql<string[]>`array(
  select key from unnest(${sql.placeholder(name)}::text[]) key
  where exists (select from ${course} where ${column} = key and ${isOffered}))`;

const mostNames = 1000;

/** The names and ids of the first courses that visitors can find. */
export const listNames = prepared((db) =>
  db
    .select({ name: course.name, courseId: course.courseId })
    .from(course)
    .where(isOffered)
    .orderBy(...byPosition)
    .limit(mostNames)
    .prepare("course_names"),
);

export type CourseFilter = {
  words: string[];
  field?: string | undefined;
  level?: string | undefined;
  sort: CourseSort;
  page: number;
  now: Date;
};

type Found = { rows: (CardRow & { version: string })[]; total: number; isMore: boolean };

/** Reads one page of the matching courses and their number in one query. */
export async function searchCourses(db: Db, filter: CourseFilter): Promise<Found> {
  const { words, field, level, sort, page, now } = filter;
  const offset = (page - 1) * coursesPerPage;
  if (offset >= mostCoursesCounted) return { rows: [], total: 0, isMore: false };
  const values = { ...termsOf(words), field, level, now: now.toISOString(), offset, end: offset + coursesPerPage };
  const form = { hasWords: words.length > 0, hasField: !!field, hasLevel: !!level, sort };
  const found = await searchOf(form)(db, values);
  const counted = found[0]?.counted ?? 0;
  return {
    rows: found.map(({ counted: _, ...row }) => row),
    total: Math.min(counted, mostCoursesCounted),
    isMore: counted > mostCoursesCounted,
  };
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

const foundColumns = { ...cardColumns, version: courseVersion.as("version") };

export function termsOf(words: string[]) {
  const variants = searchVariants(words);
  return { prefixes: anyOf(variants.map((one) => one.map(asPrefix))), whole: anyOf(variants), name: words.join("") };
}

export function searchQuery(db: Db, form: SearchForm) {
  return form.hasWords ? wordSearch(db, form) : listInOrder(db, form);
}

/** Each page is the beginning of an index, in its order. */
function listInOrder(db: Db, form: SearchForm) {
  const isFound = isOfForm(form);
  const counted = sql<number>`(
    select count(*)::int from (select from ${course} where ${isFound} limit ${sql.raw(`${countsTo}`)}) found)`;
  const columns = { ...foundColumns, counted: counted.as("counted") };
  if (form.sort !== "price")
    return db
      .select(columns)
      .from(course)
      .where(isFound)
      .orderBy(...orders[form.sort], ...byPosition)
      .limit(coursesPerPage)
      .offset(sql.placeholder("offset"));
  const inOrder = cheapestFirst(isFound);
  return db
    .select(columns)
    .from(course)
    .innerJoin(inOrder, sql`cheapest.id = ${course.id}`)
    .orderBy(sql`cheapest.price`, ...byPosition)
    .limit(coursesPerPage)
    .offset(sql.placeholder("offset"));
}

/** An early-bird price is in no index of the courses, so those that have one now are merged with the others. */
const cheapestFirst = (isFound: SQL | undefined) => sql`(
  (select ${course.id}, ${course.priceInPaise} as price from ${course}
    where ${isFound} and not exists (select from early_bird e where e.course_id = ${course.id} and ${isCheaperNow})
    order by ${course.priceInPaise}, ${course.position}, ${course.name} limit ${sql.placeholder("end")})
  union all
  (select ${course.id}, e.price_in_paise from early_bird e join ${course} on ${course.id} = e.course_id
    where ${isFound} and ${isCheaperNow}
    order by e.price_in_paise, ${course.position}, ${course.name} limit ${sql.placeholder("end")})
) cheapest`;

const isCheaperNow = sql`e.ends_at > ${sql.placeholder("now")}::timestamptz and e.price_in_paise < ${course.priceInPaise}`;

/**
 * Ranks what the index finds. Of more courses than are counted it ranks those with the words in their names, and then others up to as many:
 * to rank all would cost as much as the catalogue is large.
 */
function wordSearch(db: Db, form: SearchForm) {
  const isOfFilter = isOfForm(form);
  const prefixes = sql`to_tsquery('simple', ${sql.placeholder("prefixes")})`;
  const whole = sql`to_tsquery('simple', ${sql.placeholder("whole")})`;
  // Whole words rank first: React before Reactivity. The prefix query finds both.
  const byRank = [
    sql`lower(regexp_replace(${course.name}, '\\W', '', 'g')) = ${sql.placeholder("name")} desc`,
    sql`case when ${search} @@ ${whole} then ts_rank(${search}, ${whole}) else 0 end desc`,
    sql`ts_rank(${search}, ${prefixes}) desc`,
  ];
  const idsOf = (isFound: SQL) => sql`
    select ${course.id} from ${course} where ${isOfFilter} and ${isFound} limit ${sql.raw(`${countsTo}`)}`;
  const matched = db.$with("matched", { id: course.id }).as(idsOf(sql`${search} @@ ${prefixes}`));
  const counted = sql<number>`(select count(*)::int from ${matched})`;
  const named = db
    .$with("named", { id: course.id })
    .as(
      sql`select id from (${idsOf(sql`${searchOfNames(search)} @@ ${prefixes}`)}) found where ${counted} > ${sql.raw(`${mostCoursesCounted}`)}`,
    );
  const ranked = sql`
    select id from ${named} union
    (select id from ${matched} limit ${sql.raw(`${countsTo}`)} - (select count(*) from ${named}))`;
  return db
    .with(matched, named)
    .select({ ...foundColumns, counted: counted.as("counted") })
    .from(course)
    .where(sql`${course.id} in (${ranked})`)
    .orderBy(...orders[form.sort], ...byRank, ...byPosition)
    .limit(coursesPerPage)
    .offset(sql.placeholder("offset"));
}

const countsTo = mostCoursesCounted + 1;

function isOfForm({ hasField, hasLevel }: SearchForm) {
  return and(
    isOffered,
    hasField ? eq(course.field, sql.placeholder("field")) : undefined,
    hasLevel ? eq(course.level, sql.placeholder("level")) : undefined,
  );
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
