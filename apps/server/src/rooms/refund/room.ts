import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { removeCreditNote } from "../enrolment/invoice.ts";
import { reconcileRefunds, reportDispute, reportRefund } from "../payment/jobs.ts";
import { attachCreditNote, creditNotePlace, forgetCreditedBuyers } from "./credit-note.ts";
import { refundDemo } from "./demo.ts";
import { refundHandlers } from "./handlers.ts";
import { removeCreditNoteFile, sendRefund } from "./jobs.ts";
import { disputeNews, refundGiven, refundNews } from "./mails.ts";
import { applyDispute, applyRefund, reconcileAll } from "./report.ts";
import { sendToProvider } from "./send.ts";

export const refund = defineRoom({
  name: "refund",
  handlers: refundHandlers,
  demo: refundDemo,
  mails: [refundGiven, refundNews, disputeNews],
  jobs: [
    handles(sendRefund, (ctx, { refundId }) => sendToProvider(ctx, refundId)),
    handles(reportRefund, applyRefund),
    handles(reportDispute, applyDispute),
    handles(reconcileRefunds, reconcileAll),
    handles(removeCreditNoteFile, (ctx, { id }) => removeCreditNote(ctx, id)),
  ],
  cron: [{ job: reconcileRefunds, at: "*/5 * * * *", isAlone: true }],
  personal: [creditNotePlace],
  retention: [{ period: "invoices", erase: forgetCreditedBuyers }],
  attachments: { "credit-note": attachCreditNote },
});
