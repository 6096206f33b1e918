/** What is known about a purchase that is to be transferred to another course. */
export type TransferFacts = {
  isCurrent: boolean;
  /** What was paid and not given back. */
  carriedInPaise: number;
  isRefundUnderWay: boolean;
  isDisputed: boolean;
  /** Money of it waits for a decision. */
  isFlagged: boolean;
  /** A payment has reached us, and its instalment is not settled yet. */
  isPaymentUnderWay: boolean;
};

/** Why this purchase cannot be transferred to any course now; null when it can. */
export function whyNotTransferable(facts: TransferFacts): string | null {
  if (!facts.isCurrent) return "This course is not the learner's any more.";
  if (facts.isRefundUnderWay) return "A refund of its money is not finished. Finish it or give it up first.";
  if (facts.isDisputed) return "The payer asked the bank for its money back. Nothing can be carried over.";
  if (facts.isFlagged) return "Money of it waits for a decision. Decide about it first.";
  if (facts.isPaymentUnderWay) return "A payment of it is being settled at this moment. Try again in a minute.";
  if (facts.carriedInPaise === 0) return "Nothing was paid that could be carried over. Enrol the learner instead.";
  return null;
}

type Prices = { carriedInPaise: number; priceInPaise: number };

/** What is still to be paid of the other course, or what was paid more than it costs. */
export function differenceOf({ carriedInPaise, priceInPaise }: Prices): {
  toPayInPaise: number;
  tooMuchInPaise: number;
} {
  return {
    toPayInPaise: Math.max(0, priceInPaise - carriedInPaise),
    tooMuchInPaise: Math.max(0, carriedInPaise - priceInPaise),
  };
}
