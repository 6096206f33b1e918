import path from "node:path";
import type { Pool } from "pg";
import { type Db, noTimeouts, openDatabase } from "../apps/server/src/db/connect.ts";
import { makeSocketFolder } from "../apps/server/src/db/data-folder.ts";
import { startPostgres } from "../apps/server/src/db/embedded.ts";
import { migrate } from "../apps/server/src/db/migrate.ts";
import { temporaryFolder } from "./product.mjs";

type Query = { toSQL(): { sql: string; params: unknown[] } };

/** Starts an empty, migrated database for one benchmark. */
export async function withDatabase(work: (opened: { db: Db; pool: Pool }) => Promise<void>): Promise<void> {
  const dataDir = temporaryFolder();
  const socketFolder = makeSocketFolder(dataDir);
  const { host, user, stop } = await startPostgres({ folder: path.join(dataDir, "pg"), socketFolder, settings: {} });
  const connection = { host, user, database: "postgres" };
  const whole = openDatabase(connection);
  // One connection: settings that are switched off for a comparison must be off for all of its queries.
  const single = openDatabase({ ...connection, ...noTimeouts, max: 1 });
  try {
    await migrate(whole.pool);
    await work(single);
  } finally {
    await Promise.all([whole.pool.end(), single.pool.end()]);
    await stop();
  }
}

/** PostgreSQL's plan, without figures that differ from run to run. */
export async function explain(pool: Pool, query: Query): Promise<string> {
  const { sql, params } = query.toSQL();
  const { rows } = await pool.query(
    `explain (analyze, costs off, timing off, summary off, buffers off) ${sql}`,
    params,
  );
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

/** Median time of one run in milliseconds; a median ignores the slow first runs. */
export async function measure(
  pool: Pool,
  query: Query,
  { name, rounds = 200 }: { name: string; rounds?: number },
): Promise<number> {
  const { sql, params } = query.toSQL();
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const begun = performance.now();
    await pool.query({ name, text: sql, values: params });
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0;
}
