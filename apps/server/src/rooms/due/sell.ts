import { Refusal } from "@shoreline/contract";
import type { Seller } from "../../context.ts";
import { hasBought } from "../enrolment/queries.ts";
import { listPaid } from "../payment/queries.ts";
import { beginMandate } from "./begin.ts";
import { findOpenCharge } from "./charges.ts";
import { describeDue, dueKind, findDueByToken } from "./queries.ts";
import { fulfilDue } from "./settle.ts";
import { stateOfDue } from "./state.ts";

/** Anybody who has the payment link may pay: a parent, an employer. */
export const dueSeller: Seller = {
  kind: dueKind,
  orderField: "dueToken",

  async offer(ctx, { dueToken = "", automatic = false }) {
    const found = await findDueByToken(ctx.db, dueToken);
    const learnerId = found?.sale.learnerId;
    if (!learnerId) throw new Refusal("UNKNOWN_DUE");
    const { due, sale } = found;
    if (stateOfDue(found) !== "open") throw new Refusal("DUE_SETTLED");
    // Bought on the website meanwhile.
    if (!sale.purchaseId && (await hasBought(ctx.db, { learnerId, courseId: sale.courseId })))
      throw new Refusal("ALREADY_PURCHASED");
    // Nobody is asked to pay again while a payment waits to be settled.
    const paid = await listPaid(ctx.db, { learnerId, kind: dueKind, itemId: due.id });
    for (const providerOrderId of paid) await fulfilDue(ctx, providerOrderId);
    const isSettled = paid.length > 0 && (await findDueByToken(ctx.db, dueToken))?.due.state !== "open";
    if (isSettled) throw new Refusal("DUE_SETTLED");
    // Nor while it is being taken.
    if ((await findOpenCharge(ctx.db, due.id))?.state === "sent") throw new Refusal("DUE_UNDER_WAY");
    const offer = { itemId: due.id, amountInPaise: due.amountInPaise, buyer: { learnerId }, channel: "link" as const };
    return automatic ? { ...offer, ...(await beginMandate(ctx, found)) } : { ...offer, details: {} };
  },

  fulfil: fulfilDue,
  describe: describeDue,
};
