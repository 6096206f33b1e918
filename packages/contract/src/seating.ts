/** Waiting lists, learners who ask for another batch, pauses. */
export const seating = {};
