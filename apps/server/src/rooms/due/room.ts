import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { salePlace } from "./forget.ts";
import { dueHandlers } from "./handlers.ts";
import { duePaid, joiningChanged, sendDueNotice, watchDues } from "./jobs.ts";
import { classesOnHold, classesOpen, feeDue, feePaid } from "./mails.ts";
import { findHold } from "./plans.ts";
import { dueSeller } from "./sell.ts";
import { tellDue, tellJoining, tellPaid } from "./tell.ts";
import { watchAll } from "./watch.ts";

export const due = defineRoom({
  name: "due",
  handlers: dueHandlers,
  sells: dueSeller,
  findHold,
  mails: [feeDue, feePaid, classesOnHold, classesOpen],
  jobs: [
    handles(watchDues, watchAll),
    handles(sendDueNotice, tellDue),
    handles(duePaid, tellPaid),
    handles(joiningChanged, tellJoining),
  ],
  personal: [salePlace],
  cron: [{ job: watchDues, at: "20 * * * *", isAlone: true }],
});
