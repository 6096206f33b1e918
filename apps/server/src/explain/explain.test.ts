import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
// Loads all rooms, and so all frequent queries.
import "../app.ts";
import { allPrepared, noTimeouts, openDatabase } from "../db/connect.ts";
import { makeSocketFolder } from "../db/data-folder.ts";
import { startPostgres } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import type { Statement } from "../test/record-statements.ts";
import { withoutSync } from "../test/without-sync.ts";
import { allowed } from "./allowed.ts";
import { makeLarge, readStatistics } from "./large-database.ts";
import { type Plan, wholeReads } from "./read-plan.ts";

const folder = mkdtempSync(path.join(tmpdir(), "shoreline-explain-"));
const statistics = readStatistics();
const largeTables = new Set(
  Object.entries(statistics.tables).flatMap(([name, { rows }]) => (rows >= 50_000 ? name : [])),
);
const partialIndexes = new Set<string>();
let opened: Awaited<ReturnType<typeof openLarge>>;

beforeAll(async () => {
  opened = await openLarge();
});

afterAll(async () => {
  await opened.pool.end();
  await opened.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function openLarge() {
  const settings = { ...withoutSync, autovacuum: "off" };
  const { host, user, stop } = await startPostgres({
    folder: path.join(folder, "pg"),
    socketFolder: makeSocketFolder(folder),
    settings,
  });
  const { db, pool } = openDatabase({ host, user, database: "postgres", ...noTimeouts });
  await migrate(pool);
  await makeLarge(pool, statistics);
  const { rows } = await pool.query(
    "select indexrelid::regclass::text as name from pg_index where indpred is not null",
  );
  for (const { name } of rows) partialIndexes.add(name);
  return { db, pool, stop };
}

/** What a statement reads as a whole, with these values or with any. */
async function readsOf(text: string, values?: unknown[]): Promise<string[]> {
  const how = values ? "format json" : "format json, generic_plan";
  const { rows } = await opened.pool.query(`explain (${how}) ${text}`, values);
  const [{ Plan: plan }] = rows[0]["QUERY PLAN"] as [{ Plan: Plan }];
  return wholeReads(plan, { largeTables, partialIndexes });
}

const isAllowed = (text: string) => allowed.some(({ has }) => text.includes(has));

/** Each statement that reads too much, with what it reads. */
async function findFaults(statements: { text: string; values?: unknown[] }[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { text, values } of statements) {
    if (isAllowed(text)) continue;
    const reads = await readsOf(text, values).catch((error: Error) => [`is not planned: ${error.message}`]);
    if (reads.length > 0) faults.push(`${[...new Set(reads)].join(", ")}: ${text}`);
  }
  return faults;
}

test("a query without an index is found", async () => {
  const planted = { text: "select id from learner where inst_or_org = $1", values: ["Anna University"] };
  expect(await findFaults([planted])).toEqual([`reads all of learner: ${planted.text}`]);
  expect(await findFaults([{ text: planted.text }])).toHaveLength(1);
  const inOrder = "select sum(extract(epoch from sent_at)) from (select * from notification order by id) n";
  expect(await findFaults([{ text: inOrder }])).toHaveLength(1);
  expect(await findFaults([{ text: "select id from learner where id = $1" }])).toEqual([]);
});

test("every frequent query finds its rows by an index", async () => {
  const statements = allPrepared.map((build) =>
    (build(opened.db) as unknown as { getQuery(): { sql: string } }).getQuery(),
  );
  expect(statements.length).toBeGreaterThan(30);
  expect(await findFaults(statements.map(({ sql }) => ({ text: sql })))).toEqual([]);
});

test("every statement that rooms sent in their tests finds its rows by an index", async () => {
  const files = readdirSync(inject("statements")).map((name) => path.join(inject("statements"), name));
  const lines = files.flatMap((file) => readFileSync(file, "utf8").trim().split("\n"));
  const statements = new Map(lines.map((line) => JSON.parse(line) as Statement).map((one) => [one.text, one]));
  expect(await findFaults([...statements.values()])).toEqual([]);
});

test("a row of a large table can be removed: the rows that refer to it are found by an index", async () => {
  const { rows } = await opened.pool.query<{ from: string; columns: string[] }>(
    `select conrelid::regclass::text as from, array(select attname::text from unnest(conkey) k join pg_attribute a on a.attrelid = conrelid and a.attnum = k) as columns
     from pg_constraint c where contype = 'f' and confrelid <> 'staff'::regclass
       and not exists (select from pg_index i where i.indrelid = conrelid and (i.indkey::int2[])[0] = conkey[1])`,
  );
  expect(rows.filter(({ from }) => largeTables.has(from))).toEqual([]);
});
