/** The desk: enrolling a learner, plans, taking payments, and the cash drawer. */
export const sale = {};
