import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { markAllWatched } from "./count-watched.ts";
import { libraryHandlers } from "./handlers.ts";
import { countWatched } from "./jobs.ts";
import { materialFileUse } from "./material-own.ts";
import { recordingDemo } from "./recording-demo.ts";
import { recordingFileUse } from "./recording-file-use.ts";
import { removeOld } from "./retention.ts";

export const library = defineRoom({
  name: "library",
  handlers: libraryHandlers,
  fileUses: [materialFileUse, recordingFileUse],
  jobs: [handles(countWatched, markAllWatched)],
  tidy: removeOld,
  demo: recordingDemo,
});
