import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { timetableDemo } from "./demo.ts";
import { timetableHandlers } from "./handlers.ts";
import { solveProposal } from "./jobs.ts";
import { runSolver } from "./propose.ts";

export const timetable = defineRoom({
  name: "timetable",
  handlers: timetableHandlers,
  demo: timetableDemo,
  jobs: [handles(solveProposal, runSolver)],
});
