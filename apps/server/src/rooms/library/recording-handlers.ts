import type { Handlers } from "../../context.ts";
import { addRecording } from "./recording-add.ts";
import { addCaptions, removeCaptions } from "./recording-captions.ts";
import { changeRecording, removeRecording } from "./recording-change.ts";
import { listRecordings } from "./recording-list.ts";
import { readRecordingRules, saveRecordingRules } from "./recording-rules.ts";

type Name =
  | "recordings"
  | "addRecording"
  | "changeRecording"
  | "removeRecording"
  | "addCaptions"
  | "removeCaptions"
  | "recordingRules"
  | "saveRecordingRules";

export const recordingHandlers: Pick<Handlers<"library">, Name> = {
  recordings: listRecordings,
  addRecording,
  changeRecording,
  removeRecording,
  addCaptions,
  removeCaptions,
  recordingRules: ({ db }) => readRecordingRules(db),
  saveRecordingRules,
};
