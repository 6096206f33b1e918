import { answerInThread } from "../../pdf/in-thread.ts";
import type { Sign } from "../../pdf/look.ts";
import { drawInvoice, type InvoiceInput } from "./invoice-pdf.ts";

await answerInThread(({ sign, ...invoice }: InvoiceInput & { sign?: Sign }) => drawInvoice(invoice, sign));
