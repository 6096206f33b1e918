import type { Deps } from "../../context.ts";
import { listPaid } from "../payment/queries.ts";
import { finishOrder } from "./finish.ts";
import { hasBought } from "./queries.ts";

type Wanted = { learnerId: string; courseId: string };

/** Whether the course is theirs. Whoever has paid and waits for it gets it now, and is not asked to pay again. */
export async function isTheirs(ctx: Deps, wanted: Wanted): Promise<boolean> {
  if (await hasBought(ctx.db, wanted)) return true;
  const paid = await listPaid(ctx.db, { learnerId: wanted.learnerId, purpose: `course:${wanted.courseId}` });
  for (const providerOrderId of paid) await finishOrder(ctx, providerOrderId);
  return paid.length > 0 && hasBought(ctx.db, wanted);
}
