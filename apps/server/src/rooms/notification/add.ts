import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { findLearner } from "../account/queries.ts";
import type { notifyLearner } from "./jobs.ts";
import { addNotification } from "./queries.ts";

/** Does nothing when the learner has deleted the account. */
export async function addFromJob({ once, clock }: JobContext, notice: PayloadOf<typeof notifyLearner>): Promise<void> {
  await once(async (tx) => {
    if (await findLearner(tx, notice.learnerId)) await addNotification(tx, { ...notice, sentAt: clock.now() });
  });
}
