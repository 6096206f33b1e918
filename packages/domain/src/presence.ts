/** Whether a learner was in a class, and how we know. */

export const marks = ["present", "late", "absent"] as const;
export type Mark = (typeof marks)[number];

/**
 * joined: opened the class in the portal; meeting: the meeting provider reported it; roll-call: a trainer marked it in the class;
 * corrected: staff changed it later; carried: attended in the batch before, and moved with the learner; recording: watched enough of
 * its recording.
 */
export const presenceSources = ["joined", "meeting", "roll-call", "corrected", "carried", "recording"] as const;
export type PresenceSource = (typeof presenceSources)[number];
