import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Db } from "../db/connect.ts";
import type { Job } from "./job.ts";

type EnqueueOptions = {
  /** A new job replaces a waiting job with the same key. */
  key?: string;
  /** A job that waits under the same key keeps its time. */
  runAt?: Date;
};

/** Within a transaction, the job exists only if the transaction commits. */
export async function enqueue<Payload>(
  db: Db,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  const body = JSON.stringify(job.payload.parse(payload));
  const { key = null, runAt } = options;
  const mode = runAt ? "preserve_run_at" : "replace";
  await db.execute(
    sql`select graphile_worker.add_job(${job.name}, ${body}::json, job_key => ${key}, job_key_mode => ${mode}, run_at => ${runAt?.toISOString() ?? null}::timestamptz)`,
  );
}

/** Enqueues many jobs of one kind together: one by one, each would search the whole queue for its key. */
export async function enqueueAll<Payload>(db: Db, job: Job<Payload>, payloads: Payload[]): Promise<void> {
  if (payloads.length === 0) return;
  const bodies = JSON.stringify(payloads.map((payload) => job.payload.parse(payload)));
  await db.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${job.name}, body, null, null, null, null, null, null)::graphile_worker.job_spec
      from json_array_elements(${bodies}::json) as body
    ))`);
}

/** Runs the jobs that wait under these keys at once. */
export async function runNow(db: Db, keys: string[]): Promise<void> {
  await db.execute(sql`
    select count(*) from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where key = any(${sql.param(keys)}::text[])), run_at => now())`);
}

export async function countFailedJobs(pool: pg.Pool): Promise<{ waiting: number; failed: number }> {
  const { rows } = await pool.query<{ waiting: number; failed: number }>(
    "select count(*) filter (where attempts < max_attempts)::int as waiting, count(*) filter (where attempts >= max_attempts)::int as failed from graphile_worker.jobs",
  );
  return rows[0] ?? { waiting: 0, failed: 0 };
}
