import { recordingCalls } from "./recording-shapes.ts";
import { uploadCalls } from "./upload-shapes.ts";

export type { RecordingRules, StaffRecording } from "./recording-shapes.ts";

export const library = {
  ...uploadCalls,
  ...recordingCalls,
};
