/** A class with its roll-call, homework, material and notes. */
export const teaching = {};
