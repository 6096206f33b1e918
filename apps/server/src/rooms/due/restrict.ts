import { addDays } from "@shoreline/domain/batch";
import { and, eq, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { enqueue, enqueueAll } from "../../jobs/queue.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { joiningChanged } from "./jobs.ts";
import { listDues, readDay, type SaleRow } from "./queries.ts";

type Watch = { today: string; now: Date; restrictAfter: number | null };

/** Restricts joining where something is overdue for long, and tells the learner in the same transaction. */
export async function restrictJoining(db: Db, { today, now, restrictAfter }: Watch): Promise<void> {
  if (restrictAfter === null) return;
  const lastDay = addDays(today, -restrictAfter);
  await inSteps(() =>
    db.transaction(async (tx) => {
      // A sale that somebody pays at this moment is left to the next run.
      const late = await tx
        .select({ id: sale.id, purchaseId: sale.purchaseId })
        .from(sale)
        .innerJoin(purchase, and(eq(purchase.id, sale.purchaseId), eq(purchase.state, "active")))
        .where(
          and(
            sql`${sale.id} in (select ${due.saleId} from ${due} where ${due.state} = 'open' and ${due.dueOn} <= ${lastDay})`,
            sql`(${sale.leniencyUntil} is null or ${sale.leniencyUntil} <= ${today})`,
          ),
        )
        .orderBy(sale.id)
        .limit(rowsPerStep)
        .for("update", { of: sale, skipLocked: true });
      const ids = late.flatMap(({ purchaseId }) => purchaseId ?? []);
      const changed = await tx
        .update(purchase)
        .set({ state: "suspended", stateSince: now })
        .where(and(sql`${purchase.id} = ${anyOf(ids)}`, eq(purchase.state, "active")))
        .returning({ id: purchase.id });
      const restricted = new Set(changed.map(({ id }) => id));
      const saleIds = late.flatMap(({ id, purchaseId }) => (purchaseId && restricted.has(purchaseId) ? id : []));
      await tx
        .update(sale)
        .set({ restrictedAt: now })
        .where(sql`${sale.id} = ${anyOf(saleIds)}`);
      const changes = saleIds.map((saleId) => ({ saleId, change: "restricted" as const, until: null }));
      await enqueueAll(tx, joiningChanged, changes);
      return late;
    }),
  );
}

/** Lifts the restriction when nothing is overdue any more. The caller's transaction holds the sale. */
export async function liftIfPaid(
  tx: Db,
  held: SaleRow,
  { change = "paid", now }: { change?: Lifting["change"]; now: Date },
): Promise<void> {
  if (!held.restrictedAt) return;
  const today = await readDay(tx, now);
  const isOverdue = (await listDues(tx, held.id)).some(({ state, dueOn }) => state === "open" && dueOn < today);
  if (!isOverdue) await lift(tx, held, { change, until: null, now });
}

type Lifting = { change: "paid" | "lifted"; until: string | null; now: Date };

/** False when nothing was restricted. A purchase that was suspended for another reason stays so. */
export async function lift(tx: Db, held: SaleRow, { change, until, now }: Lifting): Promise<boolean> {
  if (!held.restrictedAt || !held.purchaseId) return false;
  await tx.update(sale).set({ restrictedAt: null }).where(eq(sale.id, held.id));
  const changed = await tx
    .update(purchase)
    .set({ state: "active", stateSince: now })
    .where(and(eq(purchase.id, held.purchaseId), eq(purchase.state, "suspended")))
    .returning({ id: purchase.id });
  if (changed.length > 0) await enqueue(tx, joiningChanged, { saleId: held.id, change, until });
  return changed.length > 0;
}
