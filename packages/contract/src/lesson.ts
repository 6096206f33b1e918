import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ownMaterialCalls } from "./material-shapes.ts";
import { fileId, LessonFile } from "./upload-shapes.ts";

export type { Material, OwnMaterial } from "./material-shapes.ts";

export const lesson = {
  ...ownMaterialCalls,
  upload: endpoint({
    summary: "What became of a file that one has uploaded",
    input: z.object({ fileId }),
    reply: LessonFile,
    refusals: ["UNKNOWN_FILE"],
    signedIn: true,
  }),
};
