import { Refusal } from "@shoreline/contract";
import type { Seller } from "../../context.ts";
import { beginMandate } from "./begin.ts";
import { findOpenCharge } from "./charges.ts";
import { describeDue, dueKind, findDueByToken } from "./queries.ts";
import { fulfilDue, settleWaiting } from "./settle.ts";
import { stateOfDue } from "./state.ts";

/** Anybody who has the payment link may pay: a parent, an employer. */
export const dueSeller: Seller = {
  kind: dueKind,
  orderField: "dueToken",

  async offer(ctx, { dueToken = "", automatic = false }) {
    const found = await findDueByToken(ctx.db, dueToken);
    const learnerId = found?.sale.learnerId;
    if (!learnerId) throw new Refusal("UNKNOWN_DUE");
    const { due } = found;
    const state = stateOfDue(found);
    // Bought on the website meanwhile.
    if (state === "bought elsewhere") throw new Refusal("ALREADY_PURCHASED");
    if (state === "waiting") throw new Refusal("DUE_WAITS");
    if (state !== "open") throw new Refusal("DUE_SETTLED");
    // Nobody is asked to pay again while a payment waits to be settled.
    const hasWaited = await settleWaiting(ctx, { learnerId, dueId: due.id });
    if (hasWaited && (await findDueByToken(ctx.db, dueToken))?.due.state !== "open") throw new Refusal("DUE_SETTLED");
    // Nor while it is being taken.
    if ((await findOpenCharge(ctx.db, due.id))?.state === "sent") throw new Refusal("DUE_UNDER_WAY");
    const offer = { itemId: due.id, amountInPaise: due.amountInPaise, buyer: { learnerId }, channel: "link" as const };
    return automatic ? { ...offer, ...(await beginMandate(ctx, found)) } : { ...offer, details: {} };
  },

  fulfil: fulfilDue,
  describe: describeDue,
};
