/** A payer lets the provider take later instalments by itself: a mandate. The interface says "automatic payments". */

import { addDays } from "./batch.ts";

/**
 * begun: the payer has ticked it, the bank has not confirmed it. active: instalments are taken on their days. paused: by the payer, at
 * the bank. ended: nothing is taken any more. refused: the bank did not take it.
 */
export const mandateStates = ["begun", "active", "paused", "ended", "refused"] as const;
export type MandateState = (typeof mandateStates)[number];

/** Where a mandate stands at the provider. */
export const tokenStatuses = ["initiated", "confirmed", "paused", "rejected", "cancelled"] as const;
export type TokenStatus = (typeof tokenStatuses)[number];

export function isOverMandate(state: MandateState): boolean {
  return state === "ended" || state === "refused";
}

/** The state after the provider was asked. What is over stays over. */
export function nextMandateState(state: MandateState, seen: TokenStatus): MandateState {
  if (isOverMandate(state) || seen === "initiated") return state;
  if (seen === "confirmed") return "active";
  if (seen === "paused") return "paused";
  return state === "begun" && seen === "rejected" ? "refused" : "ended";
}

/**
 * planned: the payer is told, and the bank. sent: the provider was asked for the money. dropped: nothing was asked for, because the
 * instalment or the mandate is not what it was.
 */
export const chargeStates = ["planned", "sent", "paid", "failed", "dropped"] as const;

/** Above this amount the bank asks the payer each time: https://razorpay.com/docs/payments/recurring-payments/upi/ */
const mostPerChargeInPaise = 1_500_000;

/** Cards need 36 hours after the bank's notice, UPI 24. From an evening to the morning two days later are at least 38. */
export const noticeDays = 2;
const noticeMs = (36 * 60 + 5) * 60_000;

export const mostCharges = 3;

/** The day on which an instalment is taken: its own, or the first one that leaves time for the notice. */
export function chargeDay(dueOn: string, today: string): string {
  const earliest = addDays(today, noticeDays);
  return dueOn > earliest ? dueOn : earliest;
}

/** From this moment the provider may be asked for the money. */
export function chargeableFrom(announcedAt: Date): Date {
  return new Date(announcedAt.getTime() + noticeMs);
}

type Part = { amountInPaise: number; dueOn: string };
type Agreed = { maxInPaise: number; begunOn: string; expiresOn: string };

/** Whether the payer has agreed to this instalment: a later one, and not more than the largest of the plan. */
export function isAgreed({ amountInPaise, dueOn }: Part, { maxInPaise, begunOn, expiresOn }: Agreed): boolean {
  return amountInPaise <= maxInPaise && dueOn > begunOn && dueOn < expiresOn;
}

/** A mandate ends by itself some time after the last instalment: a failed one is tried again, and staff may move days. */
const daysAfterLast = 90;

/**
 * What a payer of one part is offered: the other parts that come later, with the largest amount that may be taken. Null when there is none, or
 * when the bank would ask the payer each time.
 */
export function mandateFor<P extends Part>(
  paying: Part,
  open: readonly P[],
  today: string,
): { dues: P[]; maxInPaise: number; expiresOn: string } | null {
  const dues = open.filter(({ dueOn }) => dueOn > today && dueOn !== paying.dueOn);
  const maxInPaise = Math.max(paying.amountInPaise, ...dues.map(({ amountInPaise }) => amountInPaise));
  const last = dues
    .map(({ dueOn }) => dueOn)
    .sort()
    .at(-1);
  if (!last || maxInPaise > mostPerChargeInPaise) return null;
  return { dues, maxInPaise, expiresOn: addDays(last, daysAfterLast) };
}
