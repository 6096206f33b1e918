import { createClient } from "@shoreline/contract/client";
import { learningRoutes } from "@shoreline/contract/learning-routes";
import { askAsLearner } from "../../lib/learner.ts";

/** Apart from the other calls: pages without questions need not carry their addresses. */
export const { question: questionClient } = createClient(askAsLearner, { question: learningRoutes.question });
