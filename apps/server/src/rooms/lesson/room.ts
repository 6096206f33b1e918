import { defineRoom } from "../../room.ts";
import { lessonHandlers } from "./handlers.ts";

export const lesson = defineRoom({ name: "lesson", handlers: lessonHandlers });
