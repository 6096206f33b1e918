import { eq } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Logger } from "pino";
import { keepWellFormed } from "../../content/well-formed.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { type CardRow, type CourseRow, courseColumns, courseVersion } from "./queries.ts";
import { courseShape } from "./shapes.ts";

const coursesKept = 500;
const kept = new LRUCache<string, Syllabus>({ max: coursesKept });

type Syllabus = CourseRow["syllabus"];
type Found = CardRow & { version: string };

/**
 * Adds the syllabus to courses that were found, and leaves out broken ones. The texts of a course are long and the same in every search: they
 * are read from the database and checked once for each version of it.
 */
export async function withSyllabus<Row extends Found>({ db, log }: { db: Db; log: Logger }, rows: Row[]) {
  const known = new Map<string, Syllabus>();
  for (const { id, version } of rows) {
    const syllabus = kept.get(id + version);
    if (syllabus) known.set(id, syllabus);
  }
  const others = rows.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  // A course that was changed a moment ago is kept as the version that is read here.
  for (const { id, version, syllabus } of others.length > 0 ? await readWellFormed({ db, log }, others) : []) {
    kept.set(id + version, syllabus);
    known.set(id, syllabus);
  }
  return rows.flatMap((row) => {
    const syllabus = known.get(row.id);
    return syllabus ? [{ ...row, syllabus }] : [];
  });
}

async function readWellFormed({ db, log }: { db: Db; log: Logger }, ids: string[]) {
  const rows = await db
    .select({ ...courseColumns, version: courseVersion.as("version") })
    .from(course)
    .where(eq(course.id, anyOf(ids)));
  return keepWellFormed(log, courseShape, rows);
}
