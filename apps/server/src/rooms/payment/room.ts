import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { paymentDemo } from "./demo.ts";
import { fulfilOrder } from "./fulfil.ts";
import { paymentHandlers } from "./handlers.ts";
import { finishOrder, reconcilePayments, reportFlag } from "./jobs.ts";
import { paymentCheck, paymentFlagged, paymentUnreadable } from "./mails.ts";
import { forgetOldEvents, forgetPaidBuyers, forgetUnpaidBuyers, orderPlace, removeDeadClaims } from "./queries.ts";
import { reconcile } from "./settle.ts";
import { notifyOfFlag } from "./staff.ts";

export const payment = defineRoom({
  name: "payment",
  handlers: paymentHandlers,
  demo: paymentDemo,
  mails: [paymentFlagged, paymentCheck, paymentUnreadable],
  jobs: [
    handles(finishOrder, (ctx, { providerOrderId }) => fulfilOrder(ctx, providerOrderId)),
    handles(reportFlag, notifyOfFlag),
    handles(reconcilePayments, reconcile),
  ],
  async tidy({ db, clock }) {
    await removeDeadClaims(db, clock.now());
    await forgetOldEvents(db, clock.now());
  },
  personal: [orderPlace],
  retention: [
    { period: "unpaidOrders", erase: forgetUnpaidBuyers },
    { period: "invoices", erase: forgetPaidBuyers },
  ],
  cron: [{ job: reconcilePayments, at: "*/5 * * * *", isAlone: true }],
});
