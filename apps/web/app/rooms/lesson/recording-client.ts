import { createClient } from "@shoreline/contract/client";
import { learningRoutes } from "@shoreline/contract/learning-routes";
import { askAsLearner } from "../../lib/learner.ts";

const { recordings, recording, captions, search, watch } = learningRoutes.lesson;

/** Apart from the other calls: pages without recordings need not carry their addresses. */
export const { lesson: recordingClient } = createClient(askAsLearner, {
  lesson: { recordings, recording, captions, search },
});

/** A report goes out even while the page goes away. */
export const { lesson: reportClient } = createClient((path, init) => askAsLearner(path, { ...init, keepalive: true }), {
  lesson: { watch },
});
