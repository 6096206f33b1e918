// The search in transcripts over ten thousand lines and over a million: it is read from the index, so both take about the same time.
import { scopeWord } from "../apps/server/src/db/scope-word.ts";
import { findLines } from "../apps/server/src/rooms/lesson/transcript-search.ts";
import { stopAll } from "./product.mjs";
import { withDatabase } from "./query.ts";

const linesOfBatch = 10_000;
const largeBatch = 50_000;
const batches = 95;
const rounds = 30;
const words =
  "list loop function class value name number file error test key index range string value object module import print return".split(
    " ",
  );

/** Batches with these numbers: one recording each, with so many lines of ten words; "today" is in a tenth of all lines. */
const fill = (from: number, to: number, lines: number) => [
  `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at, name)
   select (select id from course limit 1), '9-10', 'week-days', '2026-09-28', '2026-11-16', 'batch ' || n from generate_series(${from}, ${to}) n`,
  `insert into lesson_file (course_id, name, type, bytes, state, created_at)
   select (select id from course limit 1), 'film ' || n, 'video/mp4', 1, 'ready', now() from generate_series(${from}, ${to}) n`,
  `insert into recording (course_id, batch_id, file_id, name, added_at)
   select b.course_id, b.id, f.id, 'recording ' || n, now()
   from generate_series(${from}, ${to}) n join batch b on b.name = 'batch ' || n join lesson_file f on f.name = 'film ' || n`,
  `insert into transcript_line (recording_id, language, number, starts_ms, ends_ms, text, scope_id)
   select r.id, 'en', k, k * 3000, k * 3000 + 2500,
     (select string_agg((array['${words.join("','")}'])[1 + (hashint4(k * 31 + w * 7 + n) & 2147483647) % ${words.length}], ' ') from generate_series(1, 9) w)
       || case when k % 10 = 0 then ' today' else ' then' end || case when k = 77 then ' quicksort' else '' end, r.batch_id
   from generate_series(${from}, ${to}) n join recording r on r.name = 'recording ' || n, generate_series(1, ${lines}) k`,
];

await withDatabase(async ({ db, pool }) => {
  await pool.query(
    `insert into course (course_id, name, image, field, level, position, description, duration_in_hours, price_in_paise, outcomes, syllabus, questions)
     values ('python', 'Python', '/x.svg', 'web', 'beginner', 1, 'x', 50, 0, '[]', '[]', '[]')`,
  );
  const idOf = async (name: string) =>
    (await pool.query("select id from batch where name = $1", [name])).rows[0]?.id as string;
  const measure = async (name: string, asked: string) => {
    const scopes = [await idOf(name), (await pool.query("select id from course")).rows[0].id as string];
    const times: number[] = [];
    let found = 0;
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      found = (await findLines(db, { scopes, words: asked })).hits.length;
      times.push(performance.now() - begun);
    }
    // The least: what else runs on the machine only adds.
    return { ms: Math.min(...times), found };
  };
  const searches = {
    "a rare word": "quicksort",
    "two words": "list today",
    "a common word": "value",
    nothing: "elephant",
  };
  const measureAll = async (name: string) => {
    await pool.query("vacuum analyze");
    const all = new Map<string, { ms: number; found: number }>();
    for (const [title, asked] of Object.entries(searches)) all.set(title, await measure(name, asked));
    return { all, count: Number((await pool.query("select count(*) from transcript_line")).rows[0].count) };
  };
  for (const statement of fill(1, 1, linesOfBatch)) await pool.query(statement);
  const alone = await measureAll("batch 1");
  for (const statement of fill(2, batches, linesOfBatch)) await pool.query(statement);
  for (const statement of fill(batches + 1, batches + 1, largeBatch)) await pool.query(statement);
  const among = await measureAll("batch 1");
  const large = await measureAll(`batch ${batches + 1}`);
  const say = (count: number) => count.toLocaleString("en-IN");
  console.log(
    `\n| search in a batch of ${say(linesOfBatch)} lines | shown | ms, ${say(alone.count)} | ms, ${say(among.count)} | ratio | ms, batch of ${say(largeBatch)} |\n| --- | ---: | ---: | ---: | ---: | ---: |`,
  );
  for (const [title, { ms, found }] of among.all) {
    const before = alone.all.get(title)?.ms ?? 0;
    const most = large.all.get(title)?.ms ?? 0;
    console.log(
      `| ${[title, found, before.toFixed(1), ms.toFixed(1), (ms / before).toFixed(1), most.toFixed(1)].join(" | ")} |`,
    );
  }
  // There is one connection.
  await pool.query("set enable_seqscan = off");
  const scopeId = await idOf(`batch ${batches + 1}`);
  const { rows } = await pool.query(
    `explain (analyze, timing off, costs off) select recording_id, starts_ms, text from transcript_line
     where to_tsvector('english', 's' || replace(scope_id::text, '-', '') || ' ' || text) @@ (to_tsquery('english', $1) && websearch_to_tsquery('english', 'value'))
       and scope_id = any($2::uuid[]) and numnode(websearch_to_tsquery('english', 'value')) > 0 limit 1001`,
    [scopeWord(scopeId), [scopeId]],
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  console.log(`\n${plan}`);
  if (!plan.includes("transcript_line_words") || plan.includes("Seq Scan"))
    throw new Error("The search does not read its index.");
});
await stopAll();
