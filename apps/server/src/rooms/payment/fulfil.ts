import type { Deps } from "../../context.ts";
import { findOrder } from "./queries.ts";

/** Lets the seller deliver the item. An order without an item waits until its payer says what it is for. */
export async function fulfilOrder(deps: Deps, providerOrderId: string): Promise<void> {
  const order = await findOrder(deps.db, providerOrderId);
  if (!order?.kind) return;
  const seller = deps.sellers.find(({ kind }) => kind === order.kind);
  // An unknown kind is never mistaken for another one.
  if (!seller) throw new Error(`No room sells ${order.kind}.`);
  await seller.fulfil(deps, providerOrderId);
}
