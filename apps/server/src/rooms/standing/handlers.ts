import type { Handlers } from "../../context.ts";
import { writeToLearners } from "./message.ts";
import { countOwn, listOwnBatches, readBatch, readLearner } from "./read.ts";
import { readBehindRules, saveBehindRules } from "./rules.ts";

export const standingHandlers: Handlers<"standing"> = {
  own: countOwn,
  batches: listOwnBatches,
  read: readBatch,
  learner: readLearner,
  message: writeToLearners,
  rules: ({ db }) => readBehindRules(db),
  saveRules: saveBehindRules,
};
