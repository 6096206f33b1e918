import { Refusal } from "@shoreline/contract";
import { and, eq } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import { sale } from "../../db/tables/due.ts";
import { mandate } from "../../db/tables/mandate.ts";
import { endMandate } from "./mandate.ts";
import { listPlans } from "./plans.ts";

/** The learner stops the automatic payments of one of their own plans. */
export async function stopMine(ctx: SignedInCtx, { mandateId }: { mandateId: string }) {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [mine] = await tx
      .select({ saleId: sale.id })
      .from(sale)
      .innerJoin(mandate, eq(mandate.saleId, sale.id))
      .where(and(eq(mandate.id, mandateId), eq(sale.learnerId, ctx.learner.id)))
      .for("update", { of: sale });
    const isStopped = mine && (await endMandate(tx, mine.saleId, { why: "Stopped by the learner", now }));
    if (!isStopped) throw new Refusal("UNKNOWN_MANDATE");
  });
  return listPlans(ctx);
}
