import { defineRoom } from "../../room.ts";
import { planningDemo } from "./demo.ts";
import { planningHandlers } from "./handlers.ts";
import { batchChanged } from "./mails.ts";

export const planning = defineRoom({
  name: "planning",
  handlers: planningHandlers,
  demo: planningDemo,
  mails: [batchChanged],
});
