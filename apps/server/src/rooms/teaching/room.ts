import { defineRoom } from "../../room.ts";
import { teachingDemo } from "./demo.ts";
import { teachingHandlers } from "./handlers.ts";

export const teaching = defineRoom({ name: "teaching", handlers: teachingHandlers, demo: teachingDemo });
