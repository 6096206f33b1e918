import { isCurrent } from "@shoreline/domain/purchase";
import type { FoundDue } from "./queries.ts";

type Known = Pick<FoundDue, "purchaseState"> & {
  isBoughtElsewhere?: boolean;
  isGoingBack?: boolean;
  due: Pick<FoundDue["due"], "state">;
  sale: Pick<FoundDue["sale"], "state" | "learnerId">;
};

/** What a payer is told of a due: whether it can be paid, was paid, or why not. */
export function stateOfDue({
  due,
  sale,
  purchaseState,
  isBoughtElsewhere,
  isGoingBack,
}: Known): "open" | "paid" | "waiting" | "withdrawn" | "bought elsewhere" {
  if (due.state === "paid") return "paid";
  const hasEnded = purchaseState !== null && !isCurrent(purchaseState);
  if (due.state !== "open" || sale.state === "withdrawn" || !sale.learnerId || hasEnded || isGoingBack)
    return "withdrawn";
  if (isBoughtElsewhere) return "bought elsewhere";
  return sale.state === "waiting" ? "waiting" : "open";
}
