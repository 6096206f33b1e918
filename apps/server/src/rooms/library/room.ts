import { defineRoom } from "../../room.ts";
import { libraryHandlers } from "./handlers.ts";
import { recordingDemo } from "./recording-demo.ts";
import { recordingFileUse } from "./recording-file-use.ts";

export const library = defineRoom({
  name: "library",
  handlers: libraryHandlers,
  fileUses: [recordingFileUse],
  demo: recordingDemo,
});
