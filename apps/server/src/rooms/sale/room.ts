import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { saleDemo } from "./demo.ts";
import { forgetPayers, receiptPlace } from "./forget.ts";
import { saleHandlers } from "./handlers.ts";
import { removeReceiptFile } from "./jobs.ts";
import { receiptMail } from "./mails.ts";
import { attachReceipt, removeReceiptFiles } from "./receipt.ts";

export const sale = defineRoom({
  name: "sale",
  handlers: saleHandlers,
  demo: saleDemo,
  mails: [receiptMail],
  jobs: [handles(removeReceiptFile, (ctx, { id }) => removeReceiptFiles(ctx, id))],
  personal: [receiptPlace],
  retention: [{ period: "invoices", erase: forgetPayers }],
  attachments: { receipt: attachReceipt },
});
