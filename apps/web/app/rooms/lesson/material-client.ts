import { createClient } from "@shoreline/contract/client";
import { learningRoutes } from "@shoreline/contract/learning-routes";
import { askAsLearner } from "../../lib/learner.ts";

/** Apart from the other calls: pages without material need not carry its addresses. */
export const { lesson: materialClient } = createClient(askAsLearner, { lesson: learningRoutes.lesson });
