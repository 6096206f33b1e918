import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { StartError } from "../start-error.ts";

/** A pool or a transaction: queries accept both. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = { db: Db; pool: pg.Pool };

/** A database that hangs must not block us: we enforce `query_timeout`, the server enforces `statement_timeout`. */
const timeouts: pg.PoolConfig = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 20_000,
  statement_timeout: 20_000,
  idle_in_transaction_session_timeout: 30_000,
};

export function openDatabase(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({ max: 10, application_name: "shoreline", ...timeouts, ...connection });
  // The pool replaces a connection that breaks while idle; without listeners the error would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: drizzle({ client: pool, casing: "snake_case" }) };
}

/** A database server may still be starting, so this tries for some seconds. */
export async function waitForDatabase(
  pool: pg.Pool,
  { seconds, setting = "DATABASE_URL" }: { seconds: number; setting?: "DATABASE_URL" | "DATABASE_OWNER_URL" },
): Promise<string> {
  const giveUpAt = Date.now() + seconds * 1000;
  for (;;) {
    try {
      const { rows } = await pool.query("select current_setting('server_version') as version");
      return rows[0].version;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const isTemporary = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "57P03"].includes(code ?? "");
      if (!isTemporary || Date.now() > giveUpAt)
        throw new StartError(
          `The database at ${setting} does not answer: ${message || code}. Is it running, and is the address right?`,
        );
      await new Promise((wait) => setTimeout(wait, 500));
    }
  }
}

/** For long work such as migrations and backups. */
export const noTimeouts: pg.PoolConfig = {
  query_timeout: 0,
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

type Query<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> };

/** A frequent query, built once per database and planned once per connection: `listCourses(db)`. */
export function prepared<Rows>(build: (db: Db) => Query<Rows>) {
  const built = new WeakMap<Db, Query<Rows>>();
  return async (db: Db, values?: Record<string, unknown>): Promise<Rows> => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query.execute(values);
  };
}
