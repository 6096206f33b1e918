import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { StartError } from "../start-error.ts";
import { isRestarting } from "./away.ts";
import { hangUp } from "./hang-up.ts";

/** A pool or a transaction: queries accept both. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /**
   * Somebody noticed that the line to the database is dead, or works again. On a dead line each query and each new connection
   * would wait for its own time limit, so all connections are closed, and none is opened.
   */
  setLine(isAlive: boolean): void;
};

/** A database that hangs must not block us: we enforce `query_timeout`, the server enforces `statement_timeout`. */
const timeouts: pg.PoolConfig = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 20_000,
  statement_timeout: 20_000,
  // Somebody who waits for a lock occupies a connection that others need.
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** Connections of one process, unless several share what the server allows. */
export const poolSize = 10;

export function openDatabase(connection: pg.PoolConfig, { patienceMs = usualPatienceMs } = {}): Database {
  const settings = {
    max: poolSize,
    application_name: "shoreline",
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...timeouts,
    ...connection,
  };
  const pool = new PatientPool(settings);
  pool.patienceMs = patienceMs;
  const clients = new Set<pg.PoolClient>();
  // The pool replaces a connection that breaks while idle; without listeners the error would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    clients.add(client);
  });
  pool.on("remove", (client) => void clients.delete(client));
  return {
    pool,
    db: drizzle({ client: pool, casing: "snake_case" }),
    setLine(isAlive) {
      pool.isAlive = isAlive;
      if (!isAlive) clients.forEach(hangUp);
    },
  };
}

const usualPatienceMs = 4000;

/**
 * A lost connection goes back at once, and only once. Its borrower may never give it back: drizzle does not when `begin`
 * fails, and after ten of those the pool would be empty for ever.
 */
function releaseWhenLost(client: pg.PoolClient): void {
  const giveBack = client.release.bind(client);
  let isBorrowed = true;
  const onEnd = () => client.release(true);
  client.once("end", onEnd);
  client.release = (error) => {
    if (!isBorrowed) return;
    isBorrowed = false;
    client.removeListener("end", onEnd);
    giveBack(error);
  };
}

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** A restart of the database takes a few seconds: a request that needs a connection meanwhile waits for it, then is refused. */
class PatientPool extends pg.Pool {
  isAlive = true;
  patienceMs = usualPatienceMs;
  private awaySince: number | null = null;

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const connecting = this.connectInTime();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, () => client.release()),
      (error) => callback(error, undefined, () => {}),
    );
  }

  private async connectInTime(): Promise<pg.PoolClient> {
    for (;;) {
      if (!this.isAlive) throw Object.assign(new Error("The line to the database is dead"), { code: "ETIMEDOUT" });
      try {
        const client = await super.connect();
        this.awaySince = null;
        releaseWhenLost(client);
        return client;
      } catch (error) {
        if (!isRestarting(error) || this.ending) throw error;
        this.awaySince ??= Date.now();
        if (Date.now() - this.awaySince > this.patienceMs) throw error;
        await new Promise((wait) => setTimeout(wait, 100));
      }
    }
  }
}

/** How long a start waits for the database before it ends, and is repeated by who keeps it running. */
export const startWaitsSeconds = 15;

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
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

type Query<Rows> = { execute(values?: Record<string, unknown>): Promise<Rows> };

/** All frequent queries of the modules that are loaded: a test reads how they are planned. */
export const allPrepared: ((db: Db) => Query<unknown>)[] = [];

/** A frequent query, built once per database and planned once per connection: `listCourses(db)`. */
export function prepared<Rows>(build: (db: Db) => Query<Rows>) {
  const built = new WeakMap<Db, Query<Rows>>();
  allPrepared.push(build);
  return async (db: Db, values?: Record<string, unknown>): Promise<Rows> => {
    const query = built.get(db) ?? build(db);
    built.set(db, query);
    return query.execute(values);
  };
}
