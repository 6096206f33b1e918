import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Reminds payers and restricts joining; runs every hour of the institute's day, and does each thing once. */
export const watchDues = defineJob("due.watch", {});

/** Has the instalments taken that payers have agreed to; runs every hour of the institute's day. */
export const chargeDues = defineJob("due.charge", {});

/** The next step of one attempt to take an instalment. */
export const takeDue = defineJob("due.take", { chargeId: z.string() });

/** A mandate is over: the provider is told. */
export const cancelMandate = defineJob("mandate.cancel", { mandateId: z.string() });

/** Tells the payer of a row of `due_notice`. */
export const sendDueNotice = defineJob("due.notice", { noticeId: z.string() });

/** A part after the first one is paid: the learner gets its invoice. */
export const duePaid = defineJob("due.paid", { dueId: z.string(), invoiceId: z.string() });

/** Classes of a sale cannot be joined any more, or can be again. `until`: staff wait until this day. */
export const joiningChanged = defineJob("due.joining", {
  saleId: z.string(),
  change: z.enum(["restricted", "paid", "lifted"]),
  until: z.string().nullable(),
});
