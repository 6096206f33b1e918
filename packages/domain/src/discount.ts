/** A price, and what is taken off it. Amounts are whole paise. */

export type Discount = { percent: number } | { amountInPaise: number };

/** What a discount takes off a price: to the paisa, and never more than the price. */
export function discountOf(priceInPaise: number, discount: Discount): number {
  const off = "percent" in discount ? Math.round((priceInPaise * discount.percent) / 100) : discount.amountInPaise;
  return Math.min(Math.max(off, 0), priceInPaise);
}

/** Whether staff with this limit may give it without asking. Compared as whole numbers: 5 % of ₹19,999 is ₹999.95. */
export function isWithinLimit(
  { priceInPaise, discountInPaise }: { priceInPaise: number; discountInPaise: number },
  limitPercent: number,
): boolean {
  return discountInPaise * 100 <= Math.round(priceInPaise * limitPercent);
}
