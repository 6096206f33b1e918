import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "./db/connect.ts";

/** The rows of one step: few enough that nobody waits long for their locks. */
export const rowsPerStep = 1000;

/**
 * Repeats a step until it finds fewer rows than it may take. Each step commits on its own, so a job that is killed goes on where
 * it stopped. A step gets the last row of the step before it: what stays as it is must not be found again in this run.
 */
export async function inSteps<Row>(step: (after: Row | undefined) => Promise<Row[]>): Promise<void> {
  let rows = await step(undefined);
  while (rows.length === rowsPerStep) rows = await step(rows.at(-1));
}

type Ids = Record<string, string>;

/** Composes a message. If the data is broken, its ids are logged, the others go on, and a later run tries again. */
export function composed<Message>(log: Logger, ids: Ids, compose: () => Message): Message[] {
  try {
    return [compose()];
  } catch (err) {
    log.error({ ...ids, err }, "a message could not be composed");
    return [];
  }
}

/** Works on one row. A failure is logged by its ids and the others go on; a later run tries again. */
export async function workOnRow(
  { db, log }: { db: Db; log: Logger },
  ids: Ids,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    // Without a database every row would fail: then this query ends the run.
    await db.execute(sql`select 1`);
    log.error({ ...ids, err }, "a row could not be worked on");
  }
}

/** Does all tasks although some fail, then fails like the first of these, so that the job is tried again. */
export async function tryAll(tasks: (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) await task().catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}
