import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { reportFailedCharge, reportMandate } from "../payment/jobs.ts";
import { advanceCharge, failCharge } from "./charge.ts";
import { chargeAll } from "./charge-plan.ts";
import { dueDemo } from "./demo.ts";
import { salePlace } from "./forget.ts";
import { dueHandlers } from "./handlers.ts";
import { cancelMandate, chargeDues, duePaid, joiningChanged, sendDueNotice, takeDue, watchDues } from "./jobs.ts";
import { classesOnHold, classesOpen, feeAutomatic, feeDue, feeNotTaken, feePaid } from "./mails.ts";
import { applyReport, cancelAtProvider } from "./mandate.ts";
import { findHold } from "./plans.ts";
import { dueSeller } from "./sell.ts";
import { tellDue, tellJoining, tellPaid } from "./tell.ts";
import { watchAll } from "./watch.ts";

export const due = defineRoom({
  name: "due",
  handlers: dueHandlers,
  sells: dueSeller,
  findHold,
  demo: dueDemo,
  mails: [feeDue, feeAutomatic, feeNotTaken, feePaid, classesOnHold, classesOpen],
  jobs: [
    handles(watchDues, watchAll),
    handles(sendDueNotice, tellDue),
    handles(duePaid, tellPaid),
    handles(joiningChanged, tellJoining),
    handles(chargeDues, chargeAll),
    handles(takeDue, advanceCharge),
    handles(reportMandate, applyReport),
    handles(reportFailedCharge, failCharge),
    handles(cancelMandate, cancelAtProvider),
  ],
  cron: [
    { job: watchDues, at: "20 * * * *", isAlone: true },
    { job: chargeDues, at: "10 * * * *", isAlone: true },
  ],
  personal: [salePlace],
});
