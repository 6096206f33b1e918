/** Things of a batch that may go some months after its end. */
export const keptKinds = ["recordings", "material", "handedIn"] as const;
export type KeptKind = (typeof keptKinds)[number];

/** Months after the end of the batch; null: they stay. */
export type KeepFiles = Record<KeptKind, number | null>;

export const defaultKeepFiles: KeepFiles = { recordings: null, material: null, handedIn: null };
