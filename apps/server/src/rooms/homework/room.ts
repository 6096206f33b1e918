import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { findAlike } from "./compare.ts";
import { homeworkHandlers } from "./handlers.ts";
import { compareSubmission } from "./jobs.ts";

export const homework = defineRoom({
  name: "homework",
  handlers: homeworkHandlers,
  jobs: [handles(compareSubmission, findAlike)],
});
