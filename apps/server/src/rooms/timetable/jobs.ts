import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

export const solveProposal = defineJob("timetable.propose", { proposalId: z.string() });
