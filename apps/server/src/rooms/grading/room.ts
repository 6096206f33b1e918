import { defineRoom } from "../../room.ts";
import { gradingDemo } from "./demo.ts";
import { homeworkFileUses } from "./file-uses.ts";
import { gradingHandlers } from "./handlers.ts";

export const grading = defineRoom({
  name: "grading",
  handlers: gradingHandlers,
  fileUses: homeworkFileUses,
  demo: gradingDemo,
});
