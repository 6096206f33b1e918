import { materialCalls } from "./material-shapes.ts";
import { recordingCalls } from "./recording-shapes.ts";
import { retentionCalls } from "./retention-shapes.ts";
import { uploadCalls } from "./upload-shapes.ts";

export type { MaterialPage, StaffMaterial } from "./material-shapes.ts";
export type { RecordingRules, StaffRecording } from "./recording-shapes.ts";
export type { Removal } from "./retention-shapes.ts";

export const library = {
  ...uploadCalls,
  ...materialCalls,
  ...recordingCalls,
  ...retentionCalls,
};
