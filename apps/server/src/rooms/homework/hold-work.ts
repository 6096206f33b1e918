import type { WorkState } from "@shoreline/domain/class-homework";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import type { Work } from "./history.ts";

/**
 * Locks where a learner stands with a homework, so that versions and gradings come one after the other. Makes the row where there is
 * none; the caller stores something in the same transaction, or refuses.
 */
export async function holdWork(tx: Db, { homeworkId, learnerId, now }: Work & { now: Date }) {
  const { rows } = await tx.execute<{ state: WorkState; revision: number; isNew: boolean; versions: number }>(sql`
    insert into homework_work as work (homework_id, learner_id, state, changed_at)
    values (${homeworkId}, ${learnerId}, 'handed in', ${now.toISOString()}::timestamptz)
    on conflict (homework_id, learner_id) do update set revision = work.revision
    returning state, revision, xmax = 0 as "isNew"`);
  const [row] = rows;
  if (!row) throw new Error("The row was neither made nor found.");
  // After the lock: a version that was stored while this waited counts too.
  const last = await tx.execute<{ versions: number }>(sql`
    select coalesce(max(version), 0)::int as versions from submission
    where homework_id = ${homeworkId} and learner_id = ${learnerId}`);
  const state: WorkState = row.isNew ? "open" : row.state;
  return { state, revision: row.revision, versions: last.rows[0]?.versions ?? 0 };
}
