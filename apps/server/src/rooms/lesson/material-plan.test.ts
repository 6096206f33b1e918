import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testInstitute } from "../../test/institute.ts";
import { pythonOf } from "../../test/lessons.ts";
import { asOwner } from "../../test/owner.ts";
import { searchMaterial } from "./material-own.ts";

const institute = await testInstitute();
const { db } = institute;
const courseId = await pythonOf(institute);

/** Many batches with the same words, so that the planner has something to avoid. */
for (const statement of [
  `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at)
   select '${courseId}', '9-10', 'week-days', '2020-01-01'::timestamptz + n * interval '1 day', '2021-01-01' from generate_series(1, 200) n`,
  `insert into material (course_id, batch_id, kind, name, url, added_at)
   select '${courseId}', b.id, 'link', 'Worksheet about loops ' || n, 'https://a.example', now() from batch b, generate_series(1, 100) n
   where b.starts_at < '2021-01-01'`,
  "vacuum analyze material",
])
  await asOwner(institute, statement);

test("words in one batch come from the index, although every batch has them", async () => {
  const { rows: batches } = await db.execute<{ id: string }>(
    sql`select id from batch where starts_at < '2021-01-01' limit 1`,
  );
  const batchId = batches[0]?.id ?? randomUUID();
  const search = searchMaterial(db, { courseId, batchId }, "loops:* & work:*");
  expect((await search).length).toBe(100);
  const { rows } = await db.execute<{ "QUERY PLAN": string }>(sql`explain analyze ${search.getSQL()}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("material_words");
  expect(plan).not.toContain("Seq Scan on material");
  // What the index finds is of this batch alone.
  expect(plan).toMatch(/Bitmap Index Scan on material_words .*rows=100(\.00)? /);
});
