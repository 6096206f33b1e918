import { readLastBackup } from "./backup/runs.ts";
import type { Deps } from "./context.ts";
import { countParked } from "./jobs/parked.ts";

export type Health = {
  /** `degraded`: it serves, but something needs attention. */
  state: "ready" | "degraded" | "not ready";
  /** For operators. */
  notes: string[];
};

type Parts = Pick<Deps, "db" | "pool" | "files" | "clock">;
type Known = { isStopping: boolean; hasBackups: boolean };

const answersWithinMs = 3000;
const hourMs = 3_600_000;
/** The nightly one has failed twice. */
const oldBackupHours = 48;

export async function checkHealth({ db, pool, files, clock }: Parts, known: Known): Promise<Health> {
  const { isStopping, hasBackups } = known;
  if (isStopping) return { state: "not ready", notes: ["This process is stopping."] };
  if (!(await inTime(pool.query("select 1")))) return { state: "not ready", notes: ["database: does not answer"] };
  const hasFiles = !files.isReachable || (await inTime(files.isReachable()));
  const parked = (await inTime(countParked(db))) ?? [];
  const count = parked.reduce((sum, kind) => sum + kind.count, 0);
  const last = await inTime(readLastBackup(db));
  const hours = last && Math.floor((clock.now().getTime() - last.madeAt.getTime()) / hourMs);
  const troubles = [
    ...(hasFiles ? [] : ["files: the object store does not answer; documents are drawn from their records"]),
    ...(count > 0 ? [`jobs: ${count} parked (npm run jobs -- list)`] : []),
    ...(hasBackups && hours !== null && hours > oldBackupHours ? ["backup: the nightly backups fail"] : []),
  ];
  const notes = [...troubles, hours === null ? "backup: none yet" : `backup: the newest is ${hours} h old`];
  return { state: troubles.length > 0 ? "degraded" : "ready", notes };
}

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const late = new Promise<null>((done) => setTimeout(done, answersWithinMs, null).unref());
  return Promise.race([work.catch(() => null), late]);
}
