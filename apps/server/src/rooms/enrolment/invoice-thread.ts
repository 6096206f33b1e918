import { answerInThread } from "../../pdf/in-thread.ts";
import type { Letterhead } from "../../pdf/look.ts";
import { drawInvoice, type InvoiceInput } from "./invoice-pdf.ts";

await answerInThread(({ letterhead, ...invoice }: InvoiceInput & { letterhead?: Letterhead }) =>
  drawInvoice(invoice, letterhead),
);
