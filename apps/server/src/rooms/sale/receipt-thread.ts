import type { ReceiptPaper } from "@shoreline/domain/sale";
import type { Letterhead } from "../../pdf/look.ts";
import { drawReceipt, type ReceiptInput } from "./receipt-pdf.ts";
import { drawRoll } from "./receipt-roll.ts";

type Given = { receipt: ReceiptInput; paper: ReceiptPaper; letterhead: Letterhead | null };

export function draw({ receipt, paper, letterhead }: Given): Promise<Uint8Array> {
  return paper === "roll" ? drawRoll(receipt) : drawReceipt(receipt, letterhead ?? undefined);
}
