import { Refusal } from "@shoreline/contract";
import type { Ctx, Offer } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { mandate } from "../../db/tables/mandate.ts";
import { findLearner, fullName, numberOf } from "../account/queries.ts";
import { findMandateOffer } from "./mandate.ts";
import { type FoundDue, readDay } from "./queries.ts";

/**
 * The payer has ticked that later parts are taken automatically: the order asks for a mandate too. It is a row from the start, so that
 * every report finds it.
 */
export async function beginMandate(
  ctx: Ctx,
  { due, sale }: FoundDue,
): Promise<Required<Pick<Offer, "details" | "mandate" | "hold">>> {
  const { db, payments, clock, log } = ctx;
  const now = clock.now();
  const begunOn = await readDay(db, now);
  const offered = await findMandateOffer(db, { due, sale }, begunOn);
  const who = sale.learnerId ? await findLearner(db, sale.learnerId) : null;
  if (!offered || !who) throw new Refusal("NOT_AUTOMATIC");
  const { maxInPaise, expiresOn } = offered;
  const payer = { name: fullName(who), email: who.email, contact: numberOf(who) };
  const customerId = await payments.mandates.addCustomer(payer).catch((error) => {
    log.error({ requestId: ctx.requestId, err: error }, "the payment provider took no customer");
    throw new Refusal("NO_PROVIDER");
  });
  return {
    // Another plan needs another order: the payer sees its limit in the checkout.
    details: { automatic: `${maxInPaise} until ${expiresOn}` },
    mandate: { customerId, maxAmount: maxInPaise, expiresAt: new Date(`${expiresOn}T00:00:00Z`) },
    hold: async (tx: Db, orderId: string) => {
      await tx
        .insert(mandate)
        .values({
          ...{ saleId: sale.id, orderId, providerCustomerId: customerId, state: "begun" },
          ...{ maxInPaise, begunOn, expiresOn, begunAt: now },
        })
        .onConflictDoNothing();
    },
  };
}
