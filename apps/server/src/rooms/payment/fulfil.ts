import type { Deps, Seller } from "../../context.ts";
import { findOrder } from "./queries.ts";

/** Lets the room that sold the thing hand it out. An order for an amount alone waits until its payer says what it is for. */
export async function handOutOrder(deps: Deps, providerOrderId: string): Promise<void> {
  const order = await findOrder(deps.db, providerOrderId);
  if (order?.kind) await sellerOf(deps.sellers, order.kind).handOut(deps, providerOrderId);
}

/** Money for a kind of thing that no room sells is an error, never taken for something else. */
export function sellerOf(sellers: Seller[], kind: string): Seller {
  const seller = sellers.find((one) => one.kind === kind);
  if (!seller) throw new Error(`No room sells ${kind}.`);
  return seller;
}
