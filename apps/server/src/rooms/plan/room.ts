import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { planHandlers } from "./handlers.ts";
import { keepDueSums, updateDueSums } from "./sums.ts";

export const plan = defineRoom({
  name: "plan",
  handlers: planHandlers,
  jobs: [handles(keepDueSums, updateDueSums)],
  cron: [{ job: keepDueSums, at: "*/10 * * * *", isAlone: true }],
});
