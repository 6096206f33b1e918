import type { Letterhead } from "../../pdf/look.ts";
import { drawInvoice, type InvoiceInput } from "./invoice-pdf.ts";

export function draw({ letterhead, ...invoice }: InvoiceInput & { letterhead?: Letterhead }): Promise<Uint8Array> {
  return drawInvoice(invoice, letterhead);
}
