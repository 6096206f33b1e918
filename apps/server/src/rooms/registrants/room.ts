import { defineRoom } from "../../room.ts";
import { registrantsDemo } from "./demo.ts";
import { registrantsHandlers } from "./handlers.ts";
import { webinarLetter } from "./mails.ts";

export const registrants = defineRoom({
  name: "registrants",
  handlers: registrantsHandlers,
  demo: registrantsDemo,
  mails: [webinarLetter],
});
