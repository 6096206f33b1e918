import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { StartError } from "../start-error.ts";

/** A pool or a transaction on it: queries take either. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = { db: Db; pool: pg.Pool };

/** A database that hangs must not hang us: `query_timeout` is ours, `statement_timeout` is for the server. */
const impatient: pg.PoolConfig = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 20_000,
  statement_timeout: 20_000,
  idle_in_transaction_session_timeout: 30_000,
};

export function openDatabase(connection: pg.PoolConfig): Database {
  const pool = new pg.Pool({ max: 10, application_name: "shoreline", ...impatient, ...connection });
  // A connection that breaks while idle is replaced at its next use; without listeners it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, db: drizzle({ client: pool, casing: "snake_case" }) };
}

/** A database server may still be starting beside us: ask for some seconds before giving up. */
export async function waitForDatabase(pool: pg.Pool, { seconds }: { seconds: number }): Promise<string> {
  const giveUpAt = Date.now() + seconds * 1000;
  for (;;) {
    try {
      const { rows } = await pool.query("select current_setting('server_version') as version");
      return rows[0].version;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const mayPass = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "57P03"].includes(code ?? "");
      if (!mayPass || Date.now() > giveUpAt)
        throw new StartError(
          `The database at DATABASE_URL does not answer: ${message || code}. Is it running, and is the address right?`,
        );
      await new Promise((wait) => setTimeout(wait, 500));
    }
  }
}

/** For work that may take its time: migrations, backups. */
export const patient: pg.PoolConfig = {
  query_timeout: 0,
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

type Query<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> };

/** A hot query, built once per database and planned once per connection: `listCourses(db)`. */
export function prepared<Rows>(build: (db: Db) => Query<Rows>) {
  const built = new WeakMap<Db, Query<Rows>>();
  return async (db: Db, values?: Record<string, unknown>): Promise<Rows> => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query.execute(values);
  };
}
