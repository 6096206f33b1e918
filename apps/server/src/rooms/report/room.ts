import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { reportLeads } from "./leads.ts";
import { keepLeadSums, updateLeadSums } from "./sums.ts";

export const report = defineRoom({
  name: "report",
  handlers: { leads: reportLeads },
  jobs: [handles(keepLeadSums, updateLeadSums)],
  cron: [{ job: keepLeadSums, at: "*/10 * * * *", isAlone: true }],
});
