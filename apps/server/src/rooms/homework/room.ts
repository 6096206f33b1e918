import { defineRoom } from "../../room.ts";
import { homeworkHandlers } from "./handlers.ts";

export const homework = defineRoom({ name: "homework", handlers: homeworkHandlers });
