import { defineRoom } from "../../room.ts";
import { enrolmentHandlers } from "./handlers.ts";
import { attachInvoice } from "./invoice.ts";
import { courseSeller } from "./sell.ts";

export const enrolment = defineRoom({
  name: "enrolment",
  handlers: enrolmentHandlers,
  sells: courseSeller,
  attachments: { invoice: attachInvoice },
});
