import { Refusal } from "@shoreline/contract";
import type { Seller } from "../../context.ts";
import { describeDue, dueKind, findDueByToken } from "./queries.ts";
import { fulfilDue } from "./settle.ts";

/** Anybody who has the payment link may pay: a parent, an employer. */
export const dueSeller: Seller = {
  kind: dueKind,
  orderField: "dueToken",

  async offer({ db }, { dueToken = "" }) {
    const found = await findDueByToken(db, dueToken);
    if (!found?.sale.learnerId) throw new Refusal("UNKNOWN_DUE");
    const { due, sale } = found;
    if (due.state !== "open" || sale.state === "waiting" || sale.state === "withdrawn")
      throw new Refusal("DUE_SETTLED");
    return {
      ...{ itemId: due.id, amountInPaise: due.amountInPaise, buyer: { learnerId: found.sale.learnerId }, details: {} },
    };
  },

  fulfil: fulfilDue,
  describe: describeDue,
};
