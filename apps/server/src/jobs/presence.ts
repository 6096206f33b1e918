import type pg from "pg";
import type { Deps } from "../context.ts";
import { keepConnection } from "../db/standing-connection.ts";

/**
 * A worker that was killed leaves its jobs locked, and the library believes for four hours that they run. So each worker holds
 * a lock of its own database session, named after itself, which goes when it goes in whatever way. A job whose worker's lock
 * nobody holds is free again. On the built-in database there is only one process: at its start every lock is a dead one's.
 */
export function keepPresence({ pool, log }: Pick<Deps, "pool" | "log">, workerId: string) {
  return keepConnection({
    connection: pool.options,
    log,
    warning: "a worker cannot show that it is alive",
    async onConnect(client) {
      await client.query("select pg_advisory_lock_shared($1, hashtext($2))", [presence, workerId]);
    },
  });
}

const presence = 7_464_674; // any number, as long as every process uses the same

/** Long enough for a worker to take its lock, or to take it again after its line broke. */
const graceSeconds = 30;

/** Gives back what workers hold that are gone. `isAlone`: nobody else works on this database, and we have not begun. */
export async function releaseJobs(pool: pg.Pool, { isAlone = false } = {}): Promise<number> {
  const { rows } = await pool.query<{ held_by: string }>(
    `select locked_by as held_by
     from (
       select locked_by, locked_at from graphile_worker._private_jobs where locked_by is not null
       union all
       select locked_by, locked_at from graphile_worker._private_job_queues where locked_by is not null
     ) held
     group by locked_by
     having $1 or max(locked_at) < now() - make_interval(secs => $2) and not exists (
       select from pg_locks
       where locktype = 'advisory' and objsubid = 2 and classid = $3::oid
         and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
         and database = (select oid from pg_database where datname = current_database())
     )`,
    [isAlone, graceSeconds, presence],
  );
  const gone = rows.map(({ held_by }) => held_by);
  if (gone.length > 0) await pool.query("select graphile_worker.force_unlock_workers($1)", [gone]);
  return gone.length;
}
