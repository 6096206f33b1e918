import { defineRoom } from "../../room.ts";
import { libraryHandlers } from "./handlers.ts";
import { materialFileUse } from "./material-own.ts";
import { recordingDemo } from "./recording-demo.ts";
import { recordingFileUse } from "./recording-file-use.ts";
import { removeOld } from "./retention.ts";

export const library = defineRoom({
  name: "library",
  handlers: libraryHandlers,
  fileUses: [materialFileUse, recordingFileUse],
  tidy: removeOld,
  demo: recordingDemo,
});
