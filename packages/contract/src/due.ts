/** A part of a price that is due: the payment link, for anybody who has it. */
export const due = {};
