import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

export const remindOfClasses = defineJob("class.remind", {});

export const classChanged = defineJob("class.changed", {
  classId: z.string(),
  change: z.enum(["moved", "cancelled"]),
  sequence: z.int(),
  /** The old start of the class. */
  before: z.iso.datetime(),
});

export const reportWaiting = defineJob("purchase.waiting", { purchaseId: z.string() });

export const batchPlanned = defineJob("batch.planned", { batchId: z.string() });

/** One notice to each learner about a change of a batch, however many classes it moved. */
export const classesChanged = defineJob("classes.changed", { changeId: z.string() });

/** A seat of a batch may be free: the next in line is offered it. */
export const seatsFreed = defineJob("seats.freed", { batchId: z.string() });
