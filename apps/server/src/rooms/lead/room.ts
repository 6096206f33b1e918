import { defineRoom } from "../../room.ts";
import { leadHandlers } from "./handlers.ts";

export const lead = defineRoom({ name: "lead", handlers: leadHandlers });
