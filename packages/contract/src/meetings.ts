/** Accounts at meeting providers. */
export const meetings = {};
