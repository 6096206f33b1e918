import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type pg from "pg";
import type { Db } from "../db/connect.ts";
import { currentTraceparent } from "../traces/current.ts";
import type { Job } from "./job.ts";

type EnqueueOptions = {
  /** A new job replaces a waiting job with the same key. */
  key?: string;
  /** A job that waits under the same key keeps its time. */
  runAt?: Date;
  /** Jobs of one queue run one after the other, so that slow ones occupy one worker and not all of them. */
  queue?: string;
};

/** Within a transaction, the job exists only if the transaction commits. */
export async function enqueue<Payload>(
  db: Db,
  job: Job<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  const body = JSON.stringify(bodyOf(job, payload));
  const { key = null, runAt, queue = null } = options;
  const mode = runAt ? "preserve_run_at" : "replace";
  await db.execute(
    sql`select graphile_worker.add_job(${job.name}, ${body}::json, queue_name => ${queue}, job_key => ${key}, job_key_mode => ${mode}, run_at => ${runAt?.toISOString() ?? null}::timestamptz)`,
  );
}

/** Enqueues many jobs of one kind together: one by one, each would search the whole queue for its key. */
export async function enqueueAll<Payload>(db: Db, job: Job<Payload>, payloads: Payload[]): Promise<void> {
  if (payloads.length === 0) return;
  await db.execute(addJobs(job, { from: bodiesOf(job, payloads) }));
}

type Keyed<Payload> = { payload: Payload; key: string };

/** As `enqueue` with a key and a time does, for many. */
export async function enqueueKeyed<Payload>(
  db: Db,
  job: Job<Payload>,
  { jobs, runAt }: { jobs: Keyed<Payload>[]; runAt: Date },
): Promise<void> {
  if (jobs.length === 0) return;
  const given = JSON.stringify(jobs.map(({ payload, key }) => ({ body: bodyOf(job, payload), key })));
  await db.execute(sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${job.name}::text, body, null, ${runAt.toISOString()}::timestamptz, null, key, null, null)::graphile_worker.job_spec
      from json_to_recordset(${given}::json) as given (body json, key text)
    ), job_key_preserve_run_at => true)`);
}

/**
 * Stores a row and enqueues jobs about it in one statement, which needs no transaction. Without a new row there are no jobs.
 * `insert` returns something; `filled` puts what it returns into the payload, which is `body`.
 */
export async function storeAndEnqueue<Payload>(
  db: Db,
  insert: SQLWrapper,
  { job, payloads, filled }: { job: Job<Payload>; payloads: Payload[]; filled?: SQL },
): Promise<void> {
  const from = sql`stored, ${bodiesOf(job, payloads)}`;
  await db.execute(sql`with stored as ${insert} ${addJobs(job, { from, filled })}`);
}

/** A traced request leaves its trace in the payload; without tracing there is none. */
function bodyOf<Payload>(job: Job<Payload>, payload: Payload): unknown {
  const traceparent = currentTraceparent();
  const body = job.payload.parse(payload);
  return traceparent === undefined ? body : { ...body, traceparent };
}

function bodiesOf<Payload>(job: Job<Payload>, payloads: Payload[]): SQL {
  const bodies = JSON.stringify(payloads.map((payload) => bodyOf(job, payload)));
  return sql`json_array_elements(${bodies}::json) as body`;
}

function addJobs(
  { name }: { name: string },
  { from, filled = sql`body` }: { from: SQL; filled?: SQL | undefined },
): SQL {
  return sql`
    select count(*) from graphile_worker.add_jobs(array(
      select row(${name}::text, ${filled}, null, null, null, null, null, null)::graphile_worker.job_spec from ${from}
    ))`;
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
