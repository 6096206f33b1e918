import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { StartError } from "../start-error.ts";
import { noTimeouts, openDatabase, startWaitsSeconds, waitForDatabase } from "./connect.ts";

const folder = path.join(import.meta.dirname, "migrations");
const startLock = 7_464_673; // any number that all processes share

export type Migration = { tag: string; statements: string[]; hash: string };

// 0014 was released in two wordings: the first did not stop at orders that no version of the product wrote. Both make the same
// schema.
const alsoApplied: Record<string, string> = {
  "0014_order_item": "3db90cc20c6969b1fa3ffb0e296e3e387bbdd20ea470479b7764a8842067c1b9",
};

type Owner = { connection: pg.PoolConfig; setting: "DATABASE_URL" | "DATABASE_OWNER_URL" };

/** Several processes may start at once: one does the work while the others wait. */
export async function withStartLock<T>(
  { connection, setting }: Owner,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const { pool } = openDatabase({ ...connection, ...noTimeouts, max: 3 });
  try {
    await waitForDatabase(pool, { seconds: startWaitsSeconds, setting });
    const client = await pool.connect();
    try {
      await client.query("select pg_advisory_lock($1)", [startLock]);
      return await work(pool);
    } finally {
      client.release(true); // closing the connection releases the lock
    }
  } finally {
    await pool.end();
  }
}

/** Brings the schema to this version of the product. Returns the migrations that were applied. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    const applied: string[] = [];
    for (const migration of await findPending(client, migrations())) {
      await applyApart(client, migration);
      applied.push(migration.tag);
    }
    await runMigrations({ pgPool: pool });
    await pool.query(indexOfParked);
    return applied;
  } finally {
    client.release();
  }
}

const mostTries = 5;

/**
 * In a transaction of its own, so that what it locks is free before the next one begins. The version before may hold what it waits for,
 * and wait for what it holds: PostgreSQL ends one of the two.
 */
export async function applyApart(client: pg.ClientBase, migration: Migration, tries = mostTries): Promise<void> {
  await client.query("begin");
  try {
    await apply(client, migration);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    if ((error as { code?: string }).code !== deadlock || tries === 1) throw error;
    return applyApart(client, migration, tries - 1);
  }
}

const deadlock = "40P01";

/** The queue has no index for jobs that failed for good, and its tables are not ours to migrate. It may come and go without harm. */
const indexOfParked = `do $$ begin
  if to_regclass('graphile_worker.job_parked') is null then
    create index job_parked on graphile_worker._private_jobs (created_at, id) where attempts >= max_attempts;
  end if;
end $$`;

/** Runs in the caller's transaction, because a restore must happen completely or not at all. */
export async function applyMigrations(client: pg.ClientBase, wanted: Migration[]): Promise<string[]> {
  const pending = await findPending(client, wanted);
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ tag }) => tag);
}

/** Those that this database does not have yet. Refuses a database that is not of this version or an earlier one. */
async function findPending(client: pg.ClientBase, wanted: Migration[]): Promise<Migration[]> {
  await client.query(
    "create table if not exists migration (tag text primary key, hash text not null, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ tag: string; hash: string }>("select tag, hash from migration order by tag");
  const known = new Map(migrations().map((migration) => [migration.tag, migration]));
  for (const { tag, hash } of rows) {
    const migration = known.get(tag);
    if (!migration)
      throw new StartError(
        `The database was written by a newer version of the product (it has migration ${tag}). Update the product, or restore an older backup.`,
      );
    if (hash !== migration.hash && hash !== alsoApplied[tag])
      throw new StartError(
        `The migration ${tag} was changed after it had been applied. Undo the change and write a new migration.`,
      );
  }
  const done = new Set(rows.map((row) => row.tag));
  return wanted.filter((migration) => !done.has(migration.tag));
}

async function apply(client: pg.ClientBase, { tag, statements, hash }: Migration): Promise<void> {
  for (const statement of statements) await client.query(statement).catch((error) => explain(error, statement));
  await client.query("insert into migration (tag, hash) values ($1, $2)", [tag, hash]);
}

/** An ordinary account may not be allowed to add an extension, and some servers do not have it. */
function explain(error: Error, statement: string): never {
  const extension = /^\s*create extension if not exists (\w+)/.exec(statement)?.[1];
  if (!extension) throw error;
  throw new StartError(
    `The database has no extension ${extension}, and the product may not add it (${error.message}). Run as a superuser in this database: create extension ${extension}`,
  );
}

/** Reads the files that drizzle-kit writes: a journal with the order, and one SQL file per entry. */
export function migrations(): Migration[] {
  const journal = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => {
    const sql = readFileSync(path.join(folder, `${tag}.sql`), "utf8");
    return {
      tag,
      statements: sql.split("--> statement-breakpoint"),
      hash: createHash("sha256").update(sql).digest("hex"),
    };
  });
}
