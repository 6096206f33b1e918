import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { enrolmentDemo } from "./demo.ts";
import { enrolmentHandlers } from "./handlers.ts";
import { attachInvoice, removeInvoice } from "./invoice.ts";
import { removeInvoiceFile } from "./jobs.ts";
import { forgetInvoiceBuyers, invoicePlace } from "./queries.ts";
import { removeEndedHolds } from "./seat-hold.ts";
import { courseSeller } from "./sell.ts";
import { purchaseCheck } from "./shapes.ts";

export const enrolment = defineRoom({
  name: "enrolment",
  handlers: enrolmentHandlers,
  demo: enrolmentDemo,
  sells: courseSeller,
  records: [purchaseCheck],
  personal: [invoicePlace],
  jobs: [handles(removeInvoiceFile, (ctx, { id }) => removeInvoice(ctx, id))],
  tidy: ({ db, clock }) => removeEndedHolds(db, clock.now()),
  retention: [{ period: "invoices", erase: forgetInvoiceBuyers }],
  attachments: { invoice: attachInvoice },
});
