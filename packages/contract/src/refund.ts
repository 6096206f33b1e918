/** Payments as staff see them: what happened, refunds, and money that needs a decision. */
export const refund = {};
