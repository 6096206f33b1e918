import { createClient } from "@shoreline/contract/client";
import { learningRoutes } from "@shoreline/contract/learning-routes";
import { askAsLearner } from "../../lib/learner.ts";

/** Apart from the other calls: pages without homework need not carry its addresses. */
export const { homework: homeworkClient, lesson: lessonClient } = createClient(askAsLearner, {
  homework: learningRoutes.homework,
  lesson: learningRoutes.lesson,
});
