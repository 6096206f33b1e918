/** A learner's place in a batch: waiting list, another batch, pause. */
export const place = {};
