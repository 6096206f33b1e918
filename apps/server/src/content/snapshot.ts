import type { Db } from "../db/connect.ts";

const attempts = 5;
const changedMeanwhile = "40001";
const addedMeanwhile = "23505";

/** A transaction that sees one moment. It starts again when somebody else has changed or added the same row meanwhile. */
export async function inSnapshot<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work, { isolationLevel: "repeatable read" });
    } catch (error) {
      if (attempt === attempts || ![changedMeanwhile, addedMeanwhile].includes(codeOf(error) ?? "")) throw error;
    }
  }
}

class TakeBack<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super("taken back");
    this.result = result;
  }
}

/** Does the work and takes it back. Returns what would have come of it. */
export async function dryRun<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return inSnapshot<Result>(db, async (tx) => {
    throw new TakeBack(await work(tx));
  }).catch((error) => {
    if (error instanceof TakeBack) return error.result as Result;
    throw error;
  });
}

/** PostgreSQL's code of an error, which drizzle wraps. */
export function codeOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return cause?.code ?? code;
}
