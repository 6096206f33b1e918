/** Codes that make courses cheaper, and early-bird prices, as staff manage them. */
export const coupon = {};
