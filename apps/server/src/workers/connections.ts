import type pg from "pg";
import { poolSize } from "../db/connect.ts";
import { withClient } from "../db/roles.ts";
import { StartError } from "../start-error.ts";

/** Fewer would let jobs and requests wait for each other. */
const leastPool = 4;
/** Beside the pool: one that listens for content, one for the jobs that run, one for the data folder. */
const standing = 3;
/** For commands, backups, migrations and people who look into the database. */
const others = 15;

/** What the built-in PostgreSQL must allow; its own default is 100. */
export function neededConnections(workers: number): number {
  return Math.max(100, workers * (poolSize + standing) + others + 3);
}

/** How many connections each worker may keep in its pool, so that all together stay below what the server allows. */
export async function shareConnections(connection: pg.ClientConfig, workers: number): Promise<number> {
  const { rows } = await withClient(connection, (client) =>
    client.query<{ allowed: number }>(
      `select least(
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(nullif(current_setting('reserved_connections', true), ''), '0')::int,
         (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
         (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as allowed`,
    ),
  );
  return divide(rows[0]?.allowed ?? 0, workers);
}

export function divide(allowed: number, workers: number): number {
  const each = Math.floor((allowed - others) / workers) - standing;
  if (each >= leastPool) return Math.min(poolSize, each);
  const most = Math.floor((allowed - others) / (leastPool + standing));
  throw new StartError(
    `The database allows ${allowed} connections, too few for WORKERS=${workers}. ${most > 0 ? `Set WORKERS to ${most} or less, or raise` : "Raise"} max_connections of the database to ${workers * (leastPool + standing) + others + 3} or more.`,
  );
}
