import type { Deps } from "../../context.ts";
import { handOutOrder } from "../payment/hand-out.ts";
import { listPaid } from "../payment/queries.ts";
import { hasBought } from "./queries.ts";

type Wanted = { learnerId: string; courseId: string };

/** Whether the learner has the course. A learner who has paid and waits for it gets it now, and is not asked to pay again. */
export async function isTheirs(ctx: Deps, wanted: Wanted): Promise<boolean> {
  if (await hasBought(ctx.db, wanted)) return true;
  const { learnerId, courseId: itemId } = wanted;
  const paid = await listPaid(ctx.db, { learnerId, kind: "course", itemId });
  for (const providerOrderId of paid) await handOutOrder(ctx, providerOrderId);
  return paid.length > 0 && hasBought(ctx.db, wanted);
}
