import type { Deps } from "../../context.ts";
import { fulfilOrder } from "../payment/fulfil.ts";
import { listPaid } from "../payment/queries.ts";
import { courseKind, hasBought } from "./queries.ts";

type Purchase = { learnerId: string; courseId: string };

/** Whether the learner has the course. Fulfils a paid order first, so that nobody is asked to pay again. */
export async function hasCourse(ctx: Deps, purchase: Purchase): Promise<boolean> {
  if (await hasBought(ctx.db, purchase)) return true;
  const { learnerId, courseId: itemId } = purchase;
  const paid = await listPaid(ctx.db, { learnerId, kind: courseKind, itemId });
  for (const providerOrderId of paid) await fulfilOrder(ctx, providerOrderId);
  return paid.length > 0 && hasBought(ctx.db, purchase);
}
