/** Receipts and the cash drawer of a desk. Amounts are whole paise. */

/** How a receipt is printed: a sheet, or the 80 mm roll of a receipt printer. */
export const receiptPapers = ["a4", "roll"] as const;
export type ReceiptPaper = (typeof receiptPapers)[number];

/** "RC-26-27-00001". Receipts are no tax documents; the dashes keep them apart from invoices. */
export function receiptNumber({ financialYear, count }: { financialYear: string; count: number }): string {
  return `RC-${financialYear.slice(2)}-${String(count).padStart(5, "0")}`;
}

type Drawer = { openingInPaise: number; moves: readonly { amountInPaise: number }[] };

/** What should be in the drawer. */
export function expectedCash({ openingInPaise, moves }: Drawer): number {
  return moves.reduce((sum, { amountInPaise }) => sum + amountInPaise, openingInPaise);
}

/** What a count found more (or, negative, less) than there should be. */
export function cashDifference(drawer: Drawer, countedInPaise: number): number {
  return countedInPaise - expectedCash(drawer);
}
