export const answering = {};
