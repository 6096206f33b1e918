import { EventEmitter } from "node:events";
import {
  parseCronItems,
  type RunnerOptions,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from "graphile-worker";
import type { Logger } from "pino";
import type { Deps } from "../context.ts";
import { scrub } from "../http/scrub.ts";
import { once } from "./done.ts";
import { type CronLine, type JobHandler, refuseUnhandled } from "./job.ts";
import { reportSoon } from "./parked.ts";
import { holdWorkerLock, releaseJobs } from "./presence.ts";

export type Worker = { isWorking(): boolean; stop(): Promise<void> };
export type Work = { handlers: JobHandler[]; cron?: CronLine[]; isAlone?: boolean };

const retryMs = 1000;
const stopWithinMs = 8000;

/**
 * Runs jobs until stopped. A job that throws is tried again with growing delays, 25 times over some days. The library's runner
 * ends when it loses the database, so another one takes its place as soon as the database answers.
 */
export async function startWorker(deps: Deps, work: Work): Promise<Worker> {
  const { pool, log } = deps;
  refuseUnhandled(work.handlers);
  if (work.isAlone) await releaseJobs(pool, { isAlone: true });
  let isStopping = false;
  let isWorking = true;
  let current = await startRunner(deps, work);
  const release = () => releaseJobs(pool).catch((err) => log.warn({ err }, "jobs of dead workers were not released"));
  await release();
  const releasing = setInterval(release, 60_000);

  async function replace(): Promise<void> {
    const lost = current;
    isWorking = false;
    await lost.stop();
    while (!isStopping) {
      await new Promise((wait) => setTimeout(wait, retryMs));
      try {
        current = await startRunner(deps, work);
        isWorking = true;
        log.info("the worker runs again");
        break;
      } catch (err) {
        log.warn({ err }, "the worker cannot start again yet");
      }
    }
    retire(lost).catch((err) => log.warn({ err }, "the jobs of a lost runner are released later"));
  }

  /** What it still does stays its own until it is done: another process would do it a second time. */
  async function retire({ workerId, settled, unlock }: Runner): Promise<void> {
    await settled();
    await unlock();
    await releaseJobs(pool, { workerId });
  }

  async function supervise(): Promise<void> {
    while (!isStopping) {
      await current.ended;
      if (isStopping) return;
      log.warn("the worker lost the database");
      await replace();
    }
  }
  const supervised = supervise();
  return {
    isWorking: () => isWorking,
    async stop() {
      isStopping = true;
      clearInterval(releasing);
      await current.stop();
      await supervised;
      // It may have been replaced meanwhile.
      await current.stop();
      await current.unlock();
    },
  };
}

type Runner = Awaited<ReturnType<typeof startRunner>>;

/** One runner of the library. It has ended when it gave up, or when its connection to the database was lost. */
async function startRunner(deps: Deps, { handlers, cron = [] }: Work) {
  const events: WorkerEvents = new EventEmitter();
  const lost = Promise.withResolvers<void>();
  const locks: ReturnType<typeof holdWorkerLock>[] = [];
  const begun = new Set<Promise<void>>();
  let workerId = "";
  events.on("pool:create", ({ workerPool }) => {
    workerId = workerPool.id;
    locks.push(holdWorkerLock(deps, { workerId, onLost: lost.resolve }));
  });
  // The library shuts itself down when it cannot write what became of a job, and it may then hang for ever.
  for (const event of ["pool:gracefulShutdown", "pool:fatalError"] as const) events.on(event, () => lost.resolve());
  reportFailures(deps, events);
  const runner = await run({
    ...runnerOptions(deps, { handlers, cron, begun }),
    events,
    concurrency: 4,
    pollInterval: 2000,
    parsedCronItems: parseCronItems(cron.map(toCronItem)),
  });
  const gaveUp = runner.promise.catch(() => {});
  const unlock = async () => void (await Promise.all(locks.map((lock) => lock.stop())));
  const areHeld = await Promise.all(locks.map(({ ready }) => ready));
  if (!areHeld.every(Boolean)) {
    await runner.stop().catch(() => {});
    await unlock();
    throw new Error("There is no connection for the lock of a worker.");
  }
  return {
    workerId,
    ended: Promise.race([gaveUp, lost.promise]),
    settled: async () => void (await Promise.allSettled(begun)),
    unlock,
    /** Waits for the jobs that run, but not for ever: they run again later. */
    async stop() {
      const stopped = runner.stop().catch(() => {});
      await Promise.race([stopped, new Promise((late) => setTimeout(late, stopWithinMs).unref())]);
      lost.resolve();
    },
  };
}

function reportFailures({ db, clock, log }: Deps, events: WorkerEvents): void {
  events.on("job:failed", ({ job, error }) => {
    log.error({ job: job.task_identifier, jobId: job.id, err: error }, "job is parked: it failed too often");
    reportSoon(db, clock.now()).catch((err) => log.error({ err }, "staff were not told of a parked job"));
  });
  events.on("job:error", ({ job, error }) => {
    if (job.attempts < job.max_attempts)
      log.warn(
        { job: job.task_identifier, jobId: job.id, attempt: job.attempts, err: error },
        "job will be tried again",
      );
  });
}

function toCronItem({ job: { name }, at, isAlone }: CronLine) {
  const alone = isAlone ? { queueName: name, jobKey: name } : {};
  return { task: name, match: at, options: { backfillPeriod: 0, ...alone } };
}

/** For tests: runs all jobs that are due, then returns. */
export async function runDueJobs(deps: Deps, handlers: JobHandler[]): Promise<void> {
  await runOnce(runnerOptions(deps, { handlers }));
}

/** The jobs that run in this process. */
const running = new Map<string, Promise<void>>();

type Tasks = { handlers: JobHandler[]; cron?: CronLine[]; begun?: Set<Promise<void>> };

function runnerOptions(deps: Deps, { handlers, cron = [], begun }: Tasks): RunnerOptions {
  const taskList: TaskList = {};
  const regular = new Set(cron.filter(({ isAlone }) => isAlone).map(({ job }) => job.name));
  for (const { job: defined, handle } of handlers)
    taskList[defined.name] = async (payload, { job }) => {
      const jobId = `${job.id}-${job.created_at.getTime()}-${job.revision}`;
      // A runner that lost the database gave this job back while it was still running.
      while (running.has(jobId)) await running.get(jobId)?.catch(() => {});
      const ctx = { ...deps, jobId, once: once(deps.db, jobId) };
      const work = handle(ctx, defined.payload.parse(payload ?? {})).finally(() => running.delete(jobId));
      running.set(jobId, work);
      begun?.add(work);
      await work
        .catch((err) => {
          if (!regular.has(defined.name)) throw err;
          // Its next run takes its place; the library would park this one.
          deps.log.error({ job: defined.name, err }, "a regular job failed; it runs again at its next time");
        })
        .finally(() => begun?.delete(work));
    };
  return {
    pgPool: deps.pool,
    taskList: deps.traces?.aroundJobs(taskList) ?? taskList,
    noHandleSignals: true,
    logger: quietly(deps.log),
    // The default, -1, turns batches off, and then the library does not await what it writes about a job: a database that is
    // away would end the process, and a run would end before its jobs are gone.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  };
}

/** The worker's own messages repeat the errors of jobs, so they go to the debug level. The events above report failures. */
function quietly(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => log.debug({ level }, scrub(message)));
}
