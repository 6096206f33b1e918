import type { Handlers } from "../../context.ts";
import { readOwnFile } from "./uploads.ts";

export const lessonHandlers: Handlers<"lesson"> = {
  upload: ({ db, learner }, { fileId }) => readOwnFile(db, { fileId, who: { learnerId: learner.id } }),
};
