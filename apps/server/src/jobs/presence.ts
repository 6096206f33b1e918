import type pg from "pg";
import type { Deps } from "../context.ts";
import { keepConnection } from "../db/standing-connection.ts";

/**
 * A killed worker leaves its jobs locked, and the library waits four hours before it runs them again. So each worker holds an
 * advisory lock under its own id, and PostgreSQL releases that lock when the worker's connection ends. A job is released when
 * nobody holds the lock of its worker.
 */
export function holdWorkerLock(
  { pool, log }: Pick<Deps, "pool" | "log">,
  { workerId, onLost }: { workerId: string; onLost(): void },
) {
  return keepConnection({
    connection: pool.options,
    log,
    warning: "a worker cannot show that it is alive",
    async onConnect(client) {
      await client.query("select pg_advisory_lock_shared($1, hashtext($2))", [lockSpace, workerId]);
    },
    onLost,
  });
}

const lockSpace = 7_464_674; // any number, as long as every process uses the same

/** Enough time for a worker to take its lock, or to take it again after a lost connection. */
const graceSeconds = 30;

type Which = {
  /** No worker runs on this database yet, so every locked job is released. */
  isAlone?: boolean;
  /** A worker of this process that has ended: there is nothing to wait for. */
  workerId?: string;
};

/**
 * Releases the jobs of dead workers. The library counts an attempt when a job begins; that a process died says nothing about the
 * job, so the attempt does not count.
 */
export async function releaseJobs(pool: pg.Pool, { isAlone = false, workerId }: Which = {}): Promise<number> {
  const { rows } = await pool.query<{ held_by: string }>(
    `select locked_by as held_by
     from (
       select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
       union all
       select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null
     ) held
     group by locked_by
     having $1 or locked_by = $4 or max(locked_at) < now() - make_interval(secs => $2) and not exists (
       select from pg_locks
       where locktype = 'advisory' and objsubid = 2 and classid = $3::oid
         and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
         and database = (select oid from pg_database where datname = current_database())
     )`,
    [isAlone, graceSeconds, lockSpace, workerId ?? null],
  );
  const dead = rows.map(({ held_by }) => held_by);
  if (dead.length === 0) return 0;
  await pool.query(
    `with queues as (
       update graphile_worker._private_job_queues set locked_by = null, locked_at = null where locked_by = any($1)
     )
     update graphile_worker._private_jobs
     set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0) where locked_by = any($1)`,
    [dead],
  );
  return dead.length;
}
