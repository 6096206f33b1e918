import { defineRoom } from "../../room.ts";
import { planningHandlers } from "./handlers.ts";
import { batchChanged } from "./mails.ts";

export const planning = defineRoom({ name: "planning", handlers: planningHandlers, mails: [batchChanged] });
