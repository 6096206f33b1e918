import { defineRoom } from "../../room.ts";
import { libraryHandlers } from "./handlers.ts";
import { materialFileUse } from "./material-own.ts";
import { removeOld } from "./retention.ts";

export const library = defineRoom({
  name: "library",
  handlers: libraryHandlers,
  fileUses: [materialFileUse],
  tidy: removeOld,
});
