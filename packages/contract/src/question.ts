export const question = {};
