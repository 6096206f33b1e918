import type { Handlers } from "../../context.ts";
import { readOwnMaterial } from "./material-own.ts";
import { readOwnFile } from "./uploads.ts";

export const lessonHandlers: Handlers<"lesson"> = {
  material: readOwnMaterial,
  upload: ({ db, learner }, { fileId }) => readOwnFile(db, { fileId, who: { learnerId: learner.id } }),
};
