import pg from "pg";

export type Crash<Point extends string> = { at: Point; after: number };

type Client = { query(...args: unknown[]): unknown; writes?: boolean };

/** Every kind of crash that concerns the queue. `job`: the job's row is not deleted, so the job runs again. */
export const queueCrashes = {
  queue: /^select graphile_worker.add_job/,
  job: /^delete from "graphile_worker"._private_jobs/,
  commit: /^commit/,
};

/**
 * Lets the process seem to crash at planned statements, from the database's point of view. `points` name the statements; `ours` are
 * the tables whose commits count: the provider does not crash with us.
 */
export function simulateCrashes<Point extends string>(points: Record<Point, RegExp>, ours: RegExp) {
  let planned: Crash<Point>[] = [];
  let planCount = 0;
  let commits = 0;
  const happened: Partial<Record<Point, number>> = {};

  function crashesAt(text: string): boolean {
    const crash = planned.find(({ at }) => points[at].test(text));
    if (!crash || crash.after-- > 0) return false;
    happened[crash.at] = (happened[crash.at] ?? 0) + 1;
    planned = planned.filter((one) => one !== crash);
    return true;
  }

  // Patches the prototype, so that connections of the pool and of the queue crash too, even those opened before.
  const client = pg.Client.prototype as unknown as Client;
  const runQuery = client.query;
  client.query = function query(this: Client, ...args) {
    const text = String((args[0] as { text?: string })?.text ?? args[0]);
    if (/^begin/i.test(text)) this.writes = false;
    if (ours.test(text)) this.writes = true;
    if ((/^commit/i.test(text) && !this.writes) || !crashesAt(text)) return runQuery.apply(this, args);
    // The worker crashed before it could mark the job as done; nobody sees an error.
    if (queueCrashes.job.test(text)) return Promise.resolve({ rows: [], rowCount: 0 });
    const crashed = new Error("the process crashed here");
    const callback = args.at(-1);
    if (typeof callback === "function") return void process.nextTick(() => callback(crashed));
    // The commit either succeeded and its answer was lost, or it never arrived: by turns.
    commits++;
    const last = /^commit/i.test(text) ? runQuery.apply(this, [commits % 2 === 0 ? "commit" : "rollback"]) : null;
    return Promise.resolve(last).then(() => Promise.reject(crashed));
  };

  return {
    plan(crash: Crash<Point>): void {
      planned.push({ ...crash });
      planCount++;
    },
    /** No crash happens any more. */
    stop(): void {
      planned = [];
    },
    happened,
    counts: () => ({
      planned: planCount,
      crashes: Object.values<number | undefined>(happened).reduce<number>((sum, count) => sum + (count ?? 0), 0),
    }),
  };
}
