import { defineRoom } from "../../room.ts";
import { enrolmentHandlers } from "./handlers.ts";
import { attachInvoice } from "./invoice.ts";
import { forgetInvoiceBuyers } from "./queries.ts";
import { courseSeller } from "./sell.ts";

export const enrolment = defineRoom({
  name: "enrolment",
  handlers: enrolmentHandlers,
  sells: courseSeller,
  retention: [{ period: "invoices", erase: forgetInvoiceBuyers }],
  attachments: { invoice: attachInvoice },
});
