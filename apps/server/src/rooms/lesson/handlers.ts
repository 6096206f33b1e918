import type { Handlers } from "../../context.ts";
import { readOwnMaterial } from "./material-own.ts";
import { listOwnRecordings, readOwnCaptions, readOwnRecording } from "./recordings.ts";
import { searchTranscripts } from "./transcript-search.ts";
import { readOwnFile } from "./uploads.ts";
import { reportWatched } from "./watch.ts";

export const lessonHandlers: Handlers<"lesson"> = {
  material: readOwnMaterial,
  upload: ({ db, learner }, { fileId }) => readOwnFile(db, { fileId, who: { learnerId: learner.id } }),
  recordings: listOwnRecordings,
  recording: readOwnRecording,
  captions: readOwnCaptions,
  watch: reportWatched,
  search: searchTranscripts,
};
