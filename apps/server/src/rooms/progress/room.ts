import { defineRoom } from "../../room.ts";
import { progressHandlers } from "./handlers.ts";

export const progress = defineRoom({ name: "progress", handlers: progressHandlers });
