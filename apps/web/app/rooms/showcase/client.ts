import { createClient } from "@shoreline/contract/client";
import { proofRoutes } from "@shoreline/contract/proof-routes";
import { askAsLearner } from "../../lib/learner.ts";

/** For the learner's own page; visitors get it from the server. */
export const { showcase: showcaseClient } = createClient(askAsLearner, { showcase: proofRoutes.showcase });
