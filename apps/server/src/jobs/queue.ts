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
import { type JobName, jobs, type Payload } from "./catalogue.ts";
import { keepPresence, releaseJobs } from "./presence.ts";

export type JobContext = Deps & { jobId: string };
export type JobHandlers = { [Name in JobName]: (ctx: JobContext, payload: Payload<Name>) => Promise<void> };

type EnqueueOptions = {
  /** A second job with the same key replaces the first while that one waits. */
  key?: string;
  runAt?: Date;
};

/** In a transaction, the job exists when and only when the rest of it does. */
export async function enqueue<Name extends JobName>(
  db: Db,
  name: Name,
  payload: Payload<Name>,
  options: EnqueueOptions = {},
): Promise<void> {
  const body = JSON.stringify(jobs[name].parse(payload));
  await db.execute(
    sql`select graphile_worker.add_job(${name}, ${body}::json, job_key => ${options.key ?? null}, run_at => ${options.runAt?.toISOString() ?? null}::timestamptz)`,
  );
}

/** Many at once, of one kind. */
export async function enqueueAll<Name extends JobName>(db: Db, name: Name, payloads: Payload<Name>[]): Promise<void> {
  if (payloads.length === 0) return;
  const bodies = JSON.stringify(payloads.map((payload) => jobs[name].parse(payload)));
  await db.execute(
    sql`select graphile_worker.add_job(${name}, body) from json_array_elements(${bodies}::json) as body`,
  );
}

// Minutes in UTC: a quarter past midnight in India, and every hour.
const cron = parseCronItems([
  { task: "demo.freshen", match: "45 18 * * *", options: { backfillPeriod: 0 } },
  // In a queue of its own, so that a slow provider keeps one worker busy and not all of them.
  {
    task: "payment.reconcile",
    match: "*/5 * * * *",
    options: { backfillPeriod: 0, queueName: "payment.reconcile", jobKey: "payment.reconcile" },
  },
  { task: "class.remind", match: "*/5 * * * *", options: { backfillPeriod: 0 } },
  { task: "certificate.award", match: "7 * * * *", options: { backfillPeriod: 0 } },
  { task: "webinar.remind", match: "*/5 * * * *", options: { backfillPeriod: 0 } },
  { task: "house.tidy", match: "17 * * * *", options: { backfillPeriod: 0 } },
]);

export type Worker = { stop(): Promise<void> };

/** Works on jobs until stopped. A job that throws is tried again with growing delays, 25 times over some days. */
export async function startWorker(deps: Deps, handlers: JobHandlers, { isAlone = false } = {}): Promise<Worker> {
  const { pool, log } = deps;
  if (isAlone) await releaseJobs(pool, { isAlone });
  const events: WorkerEvents = new EventEmitter();
  const presences: ReturnType<typeof keepPresence>[] = [];
  events.on("pool:create", ({ workerPool }) => presences.push(keepPresence(deps, workerPool.id)));
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
  const release = () =>
    releaseJobs(pool).catch((err) => log.warn({ err }, "jobs of workers that are gone were not released"));
  const runner = await run({
    ...runnerOptions(deps, handlers),
    events,
    concurrency: 4,
    pollInterval: 2000,
    parsedCronItems: cron,
  });
  await Promise.all(presences.map(({ ready }) => ready));
  await release();
  const releasing = setInterval(release, 60_000);
  return {
    async stop() {
      clearInterval(releasing);
      await runner.stop();
      await Promise.all(presences.map((one) => one.stop()));
    },
  };
}

/** For tests: works on all jobs that are due, then returns. */
export async function runDueJobs(deps: Deps, handlers: JobHandlers): Promise<void> {
  await runOnce(runnerOptions(deps, handlers));
}

export async function countFailedJobs(pool: pg.Pool): Promise<{ waiting: number; failed: number }> {
  const { rows } = await pool.query<{ waiting: number; failed: number }>(
    "select count(*) filter (where attempts < max_attempts)::int as waiting, count(*) filter (where attempts >= max_attempts)::int as failed from graphile_worker.jobs",
  );
  return rows[0] ?? { waiting: 0, failed: 0 };
}

function runnerOptions(deps: Deps, handlers: JobHandlers): RunnerOptions {
  const taskList: TaskList = {};
  for (const name of Object.keys(jobs) as JobName[]) {
    taskList[name] = async (payload, { job }) => {
      const handle = handlers[name] as (ctx: JobContext, payload: unknown) => Promise<void>;
      await handle({ ...deps, jobId: job.id }, jobs[name].parse(payload ?? {}));
    };
  }
  return { pgPool: deps.pool, taskList, noHandleSignals: true, logger: quietly(deps.log) };
}

/** The worker's own chatter repeats what jobs threw, and is for debugging only: failures are told by the events above. */
function quietly(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => log.debug({ level }, scrub(message)));
}
