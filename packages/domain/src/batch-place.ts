/** A learner's place in a batch: how long a seat is held, when another batch may be asked for, and how long a pause takes. */

import { addDays, type Day, takesLearners } from "./batch.ts";
import type { ClassSettings } from "./class-settings.ts";

const minute = 60_000;

/** A seat is held so long for somebody who pays. */
export const seatHoldMs = 20 * minute;
/** And so much longer from the moment at which the provider says that the payment is under way. */
export const payingHoldMs = 30 * minute;

/** Who orders again and again holds a seat so long in all, counted from the first order of these hours. */
export const longestHoldMs = 60 * minute;
export const holdAgainMs = 360 * minute;

export type JoinableBatch = {
  startsAt: Date;
  endsAt: Date;
  /** The last day to join, if staff have set one. */
  joinUntil: Day | null;
  isCancelled: boolean;
};

/** Whether a batch still takes somebody. `today` is the day of `now` in the institute's time zone. */
export function isJoinable(batch: JoinableBatch, { now, today }: { now: Date; today: Day }): boolean {
  if (batch.isCancelled || batch.endsAt <= now) return false;
  return batch.joinUntil === null ? takesLearners(batch, now) : today <= batch.joinUntil;
}

type ChangeFacts = {
  /** Classes of the learner's batch, since they joined, that have begun. */
  begun: number;
  /** How often they have changed the batch of this purchase. */
  changes: number;
};

type ChangeRules = Pick<ClassSettings, "changeUntilClass" | "mostChanges" | "changesNeedApproval">;

/** Why a learner cannot ask for another batch any more; null when they can. */
export function whyNoChange({ begun }: ChangeFacts, { changeUntilClass }: ChangeRules): string | null {
  if (begun < changeUntilClass) return null;
  return changeUntilClass === 0
    ? "Batches cannot be changed here."
    : `You can ask for another batch until your class ${changeUntilClass} begins.`;
}

/** Whether a request is accepted at once. */
export function isAcceptedAtOnce({ changes }: ChangeFacts, rules: ChangeRules): boolean {
  return !rules.changesNeedApproval && changes < rules.mostChanges;
}

type RequestFacts = ChangeFacts & { hasSeat: boolean; isJoinable: boolean };

/** What staff read beside a request: what speaks against it by the rules. Empty: nothing. */
export function whatSpeaksAgainst(facts: RequestFacts, rules: ChangeRules): string[] {
  const { begun, changes, hasSeat, isJoinable: takes } = facts;
  return [
    ...(hasSeat ? [] : ["No seat is left"]),
    ...(takes ? [] : ["The batch takes nobody any more"]),
    ...(begun >= rules.changeUntilClass ? [begun === 1 ? "1 class has begun" : `${begun} classes have begun`] : []),
    ...(changes >= rules.mostChanges
      ? [changes === 1 ? "Changed once before" : `Changed ${changes} times before`]
      : []),
  ];
}

/** Why a learner cannot pause until this day; null when they can. */
export function whyNoPause(
  { until, today }: { until: Day; today: Day },
  { pauseMostDays }: Pick<ClassSettings, "pauseMostDays">,
): string | null {
  if (pauseMostDays === 0) return "Pauses are agreed with our staff. Please call us.";
  if (until <= today) return "Choose a day after today.";
  return until > addDays(today, pauseMostDays) ? `A pause takes at most ${pauseMostDays} days.` : null;
}
