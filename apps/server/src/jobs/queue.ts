import { EventEmitter } from "node:events";
import { sql } from "drizzle-orm";
import {
  parseCronItems,
  type RunnerOptions,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import type { Deps } from "../context.ts";
import type { Db } from "../db/connect.ts";
import { scrub } from "../http/scrub.ts";
import { type CronLine, type Job, type JobHandler, refuseUnhandled } from "./job.ts";
import { holdWorkerLock, releaseJobs } from "./presence.ts";

type EnqueueOptions = {
  /** A new job replaces a waiting job with the same key. */
  key?: string;
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
  await db.execute(
    sql`select graphile_worker.add_job(${job.name}, ${body}::json, job_key => ${options.key ?? null}, run_at => ${options.runAt?.toISOString() ?? null}::timestamptz)`,
  );
}

/** Enqueues many jobs of one kind with one query. */
export async function enqueueAll<Payload>(db: Db, job: Job<Payload>, payloads: Payload[]): Promise<void> {
  if (payloads.length === 0) return;
  const bodies = JSON.stringify(payloads.map((payload) => job.payload.parse(payload)));
  await db.execute(
    sql`select graphile_worker.add_job(${job.name}, body) from json_array_elements(${bodies}::json) as body`,
  );
}

export type Worker = { stop(): Promise<void> };
export type Work = { handlers: JobHandler[]; cron?: CronLine[]; isAlone?: boolean };

/** Runs jobs until stopped. A job that throws is tried again with growing delays, 25 times over some days. */
export async function startWorker(deps: Deps, { handlers, cron = [], isAlone = false }: Work): Promise<Worker> {
  const { pool, log } = deps;
  refuseUnhandled(handlers);
  if (isAlone) await releaseJobs(pool, { isAlone });
  const events: WorkerEvents = new EventEmitter();
  const locks: ReturnType<typeof holdWorkerLock>[] = [];
  events.on("pool:create", ({ workerPool }) => locks.push(holdWorkerLock(deps, workerPool.id)));
  events.on("job:failed", ({ job, error }) =>
    deps.log.error({ job: job.task_identifier, jobId: job.id, err: error }, "job failed for good"),
  );
  events.on("job:error", ({ job, error }) => {
    if (job.attempts < job.max_attempts)
      deps.log.warn(
        { job: job.task_identifier, jobId: job.id, attempt: job.attempts, err: error },
        "job will be tried again",
      );
  });
  const release = () => releaseJobs(pool).catch((err) => log.warn({ err }, "jobs of dead workers were not released"));
  const runner = await run({
    ...runnerOptions(deps, handlers),
    events,
    concurrency: 4,
    pollInterval: 2000,
    parsedCronItems: parseCronItems(cron.map(toCronItem)),
  });
  await Promise.all(locks.map(({ ready }) => ready));
  await release();
  const releasing = setInterval(release, 60_000);
  return {
    async stop() {
      clearInterval(releasing);
      await runner.stop();
      await Promise.all(locks.map((lock) => lock.stop()));
    },
  };
}

function toCronItem({ job: { name }, at, isAlone }: CronLine) {
  const alone = isAlone ? { queueName: name, jobKey: name } : {};
  return { task: name, match: at, options: { backfillPeriod: 0, ...alone } };
}

/** For tests: runs all jobs that are due, then returns. */
export async function runDueJobs(deps: Deps, handlers: JobHandler[]): Promise<void> {
  await runOnce(runnerOptions(deps, handlers));
}

export async function countFailedJobs(pool: pg.Pool): Promise<{ waiting: number; failed: number }> {
  const { rows } = await pool.query<{ waiting: number; failed: number }>(
    "select count(*) filter (where attempts < max_attempts)::int as waiting, count(*) filter (where attempts >= max_attempts)::int as failed from graphile_worker.jobs",
  );
  return rows[0] ?? { waiting: 0, failed: 0 };
}

function runnerOptions(deps: Deps, handlers: JobHandler[]): RunnerOptions {
  const taskList: TaskList = {};
  for (const { job: defined, handle } of handlers)
    taskList[defined.name] = async (payload, { job }) => {
      await handle({ ...deps, jobId: job.id }, defined.payload.parse(payload ?? {}));
    };
  return { pgPool: deps.pool, taskList, noHandleSignals: true, logger: quietly(deps.log) };
}

/** The worker's own messages repeat the errors of jobs, so they go to the debug level. The events above report failures. */
function quietly(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => log.debug({ level }, scrub(message)));
}
