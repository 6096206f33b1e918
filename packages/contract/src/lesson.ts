export const lesson = {};
