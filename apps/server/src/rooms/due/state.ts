import { isCurrent } from "@shoreline/domain/purchase";
import type { FoundDue } from "./queries.ts";

type Known = Pick<FoundDue, "purchaseState"> & {
  due: Pick<FoundDue["due"], "state">;
  sale: Pick<FoundDue["sale"], "state" | "learnerId">;
};

/** What a payer is told of a due: whether it can be paid, was paid, or why not. */
export function stateOfDue({ due, sale, purchaseState }: Known): "open" | "paid" | "waiting" | "withdrawn" {
  if (due.state === "paid") return "paid";
  const hasEnded = purchaseState !== null && !isCurrent(purchaseState);
  if (due.state !== "open" || sale.state === "withdrawn" || !sale.learnerId || hasEnded) return "withdrawn";
  return sale.state === "waiting" ? "waiting" : "open";
}
