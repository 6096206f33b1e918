import { defineRoom } from "../../room.ts";
import { classroomHandlers } from "./handlers.ts";

export const classroom = defineRoom({ name: "classroom", handlers: classroomHandlers });
