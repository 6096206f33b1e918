export const homework = {};
