import { answerInThread } from "../../pdf/in-thread.ts";
import { drawInvoice, type InvoiceInput } from "./invoice-pdf.ts";

await answerInThread(({ mark, ...invoice }: InvoiceInput & { mark: Uint8Array | null }) => drawInvoice(invoice, mark));
