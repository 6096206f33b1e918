import { type CourseChoice, Refusal } from "@shoreline/contract";
import { searchWords } from "@shoreline/domain/course";
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course, searchOfNames } from "../../db/tables/course.ts";
import { courseColumns, priceAt, termsOf } from "./queries.ts";

const most = 20;
/** So many are looked at for a word that many names have. */
const mostRanked = 200;

type Asking = Pick<Ctx, "db" | "clock">;
type Search = { words: string; where?: SQL | undefined };

export async function findCourses({ db, clock }: Asking, search: Search) {
  const rows = await searchByName(db, { ...search, most: most + 1 });
  return { courses: rows.slice(0, most).map((row) => toChoice(row, clock.now())), isMore: rows.length > most };
}

export async function findCourseChoice({ db, clock }: Asking, courseId: string): Promise<CourseChoice | null> {
  const [row] = await db.select(choiceColumns).from(course).where(eq(course.courseId, courseId));
  return row ? toChoice(row, clock.now()) : null;
}

export async function readCourseChoice(ctx: Asking, { courseId }: { courseId: string }): Promise<CourseChoice> {
  const found = await findCourseChoice(ctx, courseId);
  if (!found) throw new Refusal("UNKNOWN_COURSE");
  return found;
}

const { id, courseId, name, durationInHours, priceInPaise, isHidden, position, earlyBird } = courseColumns;
const choiceColumns = { id, courseId, name, durationInHours, priceInPaise, isHidden, position, earlyBird };

type Row = Awaited<ReturnType<typeof searchByName>>[number];

function toChoice(row: Row, now: Date): CourseChoice {
  const { courseId, name, durationInHours: hours, isHidden } = row;
  return { courseId, name, hours, priceInPaise: priceAt(row, now), isHidden };
}

/** Courses that a list names by their ids, in the order of the ids. One that is gone keeps its id as its name. */
export async function nameCourses(db: Db, courseIds: string[]) {
  const ids = [...new Set(courseIds)];
  const rows = await db
    .select({ courseId: course.courseId, name: course.name })
    .from(course)
    .where(sql`${course.courseId} = any(${sql.param(ids)}::text[])`);
  const names = new Map(rows.map(({ courseId, name }) => [courseId, name]));
  return (of: readonly string[]) => of.map((courseId) => ({ courseId, name: names.get(courseId) ?? courseId }));
}

/** Names that begin with what was typed come first, then those with all its words. Without words: the first courses. */
async function searchByName(db: Db, { words, where, most }: Search & { most: number }) {
  const find = (condition: SQL | undefined, order: SQL[], limit: number) =>
    db
      .select(choiceColumns)
      .from(course)
      .where(and(condition, where))
      .orderBy(...order)
      .limit(limit);
  if (words === "") return find(undefined, byPosition, most);
  const beginning = `${words.replace(/[\\%_]/g, "\\$&")}%`;
  const first = await find(sql`lower(${course.name}) like lower(${beginning}::text)`, byName, most);
  const found = searchWords(words);
  if (first.length === most || found.length === 0) return first;
  const known = new Set(first.map((row) => row.id));
  const isNamed = sql`${searchOfNames(course.search)} @@ to_tsquery('simple', ${termsOf(found).prefixes})`;
  const some = db.select({ id: course.id }).from(course).where(and(isNamed, where)).limit(mostRanked);
  const others = await find(inArray(course.id, some), byPosition, most + first.length);
  return [...first, ...others.filter((row) => !known.has(row.id))].slice(0, most);
}

const byPosition = [asc(course.position), asc(course.name)];
// As the index has it.
const byName = [sql`lower(${course.name}) using ~<~`, asc(course.courseId)];
