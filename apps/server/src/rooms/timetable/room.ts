import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { timetableHandlers } from "./handlers.ts";
import { solveProposal } from "./jobs.ts";
import { runSolver } from "./propose.ts";

export const timetable = defineRoom({
  name: "timetable",
  handlers: timetableHandlers,
  jobs: [handles(solveProposal, runSolver)],
});
