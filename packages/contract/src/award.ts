/** Certificates. */
export const award = {};
