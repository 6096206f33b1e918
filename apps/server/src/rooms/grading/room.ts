import { defineRoom } from "../../room.ts";
import { gradingDemo } from "./demo.ts";
import { gradingHandlers } from "./handlers.ts";

export const grading = defineRoom({ name: "grading", handlers: gradingHandlers, demo: gradingDemo });
