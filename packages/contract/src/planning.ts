/** Batches, days without classes, campus rooms and trainers' hours. */
export const planning = {};
