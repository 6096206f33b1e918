import { searchWords } from "@shoreline/domain/course";
import { course } from "../apps/server/src/db/tables/course.ts";
import { searchQuery, termsOf } from "../apps/server/src/rooms/course/queries.ts";
import { stopAll } from "./product.mjs";
import { explain, measure, withDatabase } from "./query.ts";

const courses = 1000;

/** Syllabuses as long as ours, made of invented words; every fiftieth course teaches falconry. */
function makeCourse(n: number): typeof course.$inferInsert {
  const word = (seed: number) => `w${((seed * 2654435761) % 4000).toString(36)}`;
  const line = (seed: number) => Array.from({ length: 5 }, (_, k) => word(seed * 5 + k)).join(" ");
  const syllabus = Array.from({ length: 12 }, (_, section) => ({
    title: line(n * 100 + section),
    topics: Array.from({ length: 6 }, (_, topic) => line(n * 1000 + section * 10 + topic)),
  }));
  if (n % 50 === 0) syllabus[3]?.topics.push("Falconry for beginners");
  return {
    courseId: `course-${n}`,
    name: `Course ${line(n)}`,
    image: "/pictures/courses/python.svg",
    field: "web",
    level: "beginner",
    position: n,
    description: line(n * 7),
    durationInHours: 40,
    priceInPaise: 999900,
    outcomes: [],
    syllabus,
    questions: [],
  };
}

await withDatabase(async ({ db, pool }) => {
  for (let from = 0; from < courses; from += 100)
    await db.insert(course).values(Array.from({ length: 100 }, (_, n) => makeCourse(from + n)));
  await pool.query("vacuum analyze course");
  const form = { hasWords: true, hasField: false, hasLevel: false, sort: "popular" } as const;
  const { sql, params } = searchQuery(db, form).toSQL();
  const values: Record<string, unknown> = { ...termsOf(searchWords("falcon begin")), offset: 0 };
  const fill = (param: unknown) => (param instanceof Object && "name" in param ? values[String(param.name)] : param);
  const query = { toSQL: () => ({ sql, params: params.map(fill) }) };
  console.log(`One search over ${courses} courses:\n\n${await explain(pool, query)}\n`);
  const indexed = await measure(pool, query, { name: "indexed" });
  await pool.query("set enable_bitmapscan = off; set enable_indexscan = off");
  const scanned = await measure(pool, query, { name: "scanned" });
  console.log(`Without the index the same query takes ${(scanned / indexed).toFixed(1)} times as long.`);
});
await stopAll();
