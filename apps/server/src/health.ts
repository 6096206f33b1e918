import type pg from "pg";
import type { Db } from "./db/connect.ts";
import { countParked } from "./jobs/parked.ts";
import type { Files } from "./ports.ts";

export type Health = {
  /** `degraded`: it serves, but something needs attention. */
  state: "ready" | "degraded" | "not ready";
  /** For operators. */
  notes: string[];
};

type Parts = { db: Db; pool: pg.Pool; files: Files; isStopping: boolean };

const answersWithinMs = 3000;

export async function checkHealth({ db, pool, files, isStopping }: Parts): Promise<Health> {
  if (isStopping) return { state: "not ready", notes: ["This process is stopping."] };
  if (!(await inTime(pool.query("select 1")))) return { state: "not ready", notes: ["database: does not answer"] };
  const hasFiles = !files.isReachable || (await inTime(files.isReachable()));
  const parked = (await inTime(countParked(db))) ?? [];
  const count = parked.reduce((sum, kind) => sum + kind.count, 0);
  const troubles = [
    ...(hasFiles ? [] : ["files: the object store does not answer; documents are drawn from their records"]),
    ...(count > 0 ? [`jobs: ${count} parked (npm run jobs -- list)`] : []),
  ];
  return { state: troubles.length > 0 ? "degraded" : "ready", notes: troubles };
}

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((done) => setTimeout(done, answersWithinMs, null).unref());
  return Promise.race([work.catch(() => null), late]);
}
