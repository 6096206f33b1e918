export const grading = {};
