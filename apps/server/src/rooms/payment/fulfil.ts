import type { Deps, Seller } from "../../context.ts";
import { findOrder } from "./queries.ts";

/** Lets the seller deliver the item. An order without an item waits until its payer says what it is for. */
export async function fulfilOrder(deps: Deps, providerOrderId: string): Promise<void> {
  const order = await findOrder(deps.db, providerOrderId);
  if (order?.kind) await sellerOf(deps.sellers, order.kind).fulfil(deps, providerOrderId);
}

/** Throws for a kind that no room sells, so that it is never mistaken for another kind. */
export function sellerOf(sellers: Seller[], kind: string): Seller {
  const seller = sellers.find((one) => one.kind === kind);
  if (!seller) throw new Error(`No room sells ${kind}.`);
  return seller;
}
