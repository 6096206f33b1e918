import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ownMaterialCalls } from "./material-shapes.ts";
import { fileId, LessonFile } from "./upload-shapes.ts";
import { watchCalls } from "./watch-shapes.ts";

export type { Material, OwnMaterial } from "./material-shapes.ts";
export type { OwnRecording, TranscriptHit, WatchPage } from "./watch-shapes.ts";

export const lesson = {
  ...ownMaterialCalls,
  ...watchCalls,
  upload: endpoint({
    summary: "What became of a file that one has uploaded",
    input: z.object({ fileId }),
    reply: LessonFile,
    refusals: ["UNKNOWN_FILE"],
    signedIn: true,
  }),
};
