import { defineRoom } from "../../room.ts";
import { teachingHandlers } from "./handlers.ts";

export const teaching = defineRoom({ name: "teaching", handlers: teachingHandlers });
