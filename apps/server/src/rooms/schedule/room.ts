import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { sendConfirmation } from "../enrolment/confirm.ts";
import { confirmPurchase } from "../enrolment/jobs.ts";
import { scheduleDemo } from "./content.ts";
import { scheduleHandlers } from "./handlers.ts";
import { classChanged, remindOfClasses } from "./jobs.ts";
import { notifyOfChange, sendReminders } from "./notices.ts";
import { leaveOtherBatch } from "./queries.ts";

export const schedule = defineRoom({
  name: "schedule",
  handlers: scheduleHandlers,
  demo: scheduleDemo,
  jobs: [
    handles(confirmPurchase, async (ctx, { purchaseId }) => {
      await leaveOtherBatch(ctx.db, purchaseId);
      await sendConfirmation(ctx, purchaseId);
    }),
    handles(remindOfClasses, sendReminders),
    handles(classChanged, notifyOfChange),
  ],
  cron: [{ job: remindOfClasses, at: "*/5 * * * *" }],
});
