import { eq, lt } from "drizzle-orm";
import { isAway } from "../db/away.ts";
import type { Db } from "../db/connect.ts";
import { eraseWhere } from "../db/erase-where.ts";
import { doneJob } from "../db/tables/house.ts";

/** Runs work in a transaction that also marks the job as done. Does nothing when the job was done before. */
export type Once = (work: (tx: Db) => Promise<void>) => Promise<void>;

export function once(db: Db, jobId: string): Once {
  return (work) =>
    db.transaction(async (tx) => {
      if (await markDone(tx, jobId)) await work(tx);
    });
}

/** False when the job was marked before. */
async function markDone(db: Db, jobId: string): Promise<boolean> {
  const marked = await db.insert(doneJob).values({ jobId }).onConflictDoNothing().returning({ jobId: doneJob.jobId });
  return marked.length > 0;
}

/** For work outside the database, which cannot be taken back: waits until the database is there again. */
export async function insistOnDone(
  db: Db,
  jobId: string,
  alsoStore: (tx: Db) => Promise<void> = async () => {},
  tries = 300,
): Promise<void> {
  try {
    await once(db, jobId)(alsoStore);
  } catch (error) {
    if (!isAway(error) || tries === 0) throw error;
    await new Promise((wait) => setTimeout(wait, 1000));
    await insistOnDone(db, jobId, alsoStore, tries - 1);
  }
}

export async function isDone(db: Db, jobId: string): Promise<boolean> {
  return (await db.$count(doneJob, eq(doneJob.jobId, jobId))) > 0;
}

/** Longer than any job is tried again. */
const keptForMs = 30 * 86_400_000;

export async function forgetDone(db: Db, now: Date): Promise<void> {
  await eraseWhere(db, doneJob, lt(doneJob.doneAt, new Date(now.getTime() - keptForMs)));
}
