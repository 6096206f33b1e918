import { createHash } from "node:crypto";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { findLearner } from "../account/queries.ts";
import type { notifyLearner } from "./jobs.ts";
import { addNotification } from "./queries.ts";

type Notice = PayloadOf<typeof notifyLearner>;

/** Nothing for a learner who has deleted the account meanwhile. */
export async function addFromJob({ db, clock, jobId }: JobContext, notice: Notice): Promise<void> {
  if (!(await findLearner(db, notice.learnerId))) return;
  await addNotification(db, { ...notice, id: idOf(jobId, notice), sentAt: clock.now() });
}

/** The same for the same job: when a killed process left it unfinished, the second run adds nothing. */
function idOf(jobId: string, notice: Notice): string {
  const hash = createHash("sha256")
    .update(`${jobId} ${JSON.stringify(notice)}`)
    .digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
