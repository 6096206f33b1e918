/** What a buyer is told about a batch time and type before paying. It is what `chooseBatch` does with the purchase. */

import { chooseBatch, type PossibleBatch, takesLearners } from "./batch.ts";
import type { BatchType } from "./course.ts";
import type { BatchTime } from "./site.ts";

type Kind = { batchTime: BatchTime; batchType: BatchType };

/** `batch` is the one that opens, runs, is full or is too late; `next` the first of another kind to open, unless this one opens. */
export type BatchOffer<Batch> = {
  kind: "opens" | "running" | "full" | "late" | "none";
  batch: Batch | null;
  next: Batch | null;
};

/** `batches` are those of one course, without the ones that are over. */
export function offerFor<Batch extends PossibleBatch & Kind>(
  batches: Batch[],
  { batchTime, batchType, now }: Kind & { now: Date },
): BatchOffer<Batch> {
  const ofKind = batches.filter((one) => one.batchTime === batchTime && one.batchType === batchType);
  const others = batches.filter((one) => !ofKind.includes(one) && one.startsAt > now);
  const chosen = chooseBatch(ofKind, now);
  if (chosen && chosen.startsAt > now) return { kind: "opens", batch: chosen, next: null };
  const next = chooseBatch(others, now);
  if (chosen) return { kind: "running", batch: chosen, next };
  const full = ofKind.filter((one) => takesLearners(one, now)).sort(byStart)[0];
  if (full) return { kind: "full", batch: full, next };
  const late = ofKind
    .filter(({ startsAt }) => startsAt <= now)
    .sort(byStart)
    .at(-1);
  return late ? { kind: "late", batch: late, next } : { kind: "none", batch: null, next };
}

function byStart(one: PossibleBatch, other: PossibleBatch): number {
  return one.startsAt.getTime() - other.startsAt.getTime();
}
