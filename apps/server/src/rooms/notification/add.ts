import { createHash } from "node:crypto";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { findLearner } from "../account/queries.ts";
import type { notifyLearner } from "./jobs.ts";
import { addNotification } from "./queries.ts";

type Notice = PayloadOf<typeof notifyLearner>;

/** Does nothing when the learner has deleted the account. */
export async function addFromJob({ db, clock, jobId }: JobContext, notice: Notice): Promise<void> {
  if (!(await findLearner(db, notice.learnerId))) return;
  await addNotification(db, { ...notice, id: idOf(jobId, notice), sentAt: clock.now() });
}

/** The id is the same for every run of a job, so that a repeated run adds nothing. */
function idOf(jobId: string, notice: Notice): string {
  const hash = createHash("sha256")
    .update(`${jobId} ${JSON.stringify(notice)}`)
    .digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
