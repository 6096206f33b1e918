import { type DeskSale, Refusal } from "@shoreline/contract";
import { and, eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due, sale } from "../../db/tables/due.ts";
import { recordChange } from "../staff/audit.ts";
import { findDeskSale } from "./queries.ts";

type SaleRow = typeof sale.$inferSelect;
type Decision = { action: string; change: Partial<SaleRow>; refuse(held: SaleRow): void };

/** An owner agrees: the sale can be paid. */
export function approveSale(ctx: StaffCtx, saleId: string): Promise<DeskSale> {
  return decide(ctx, saleId, {
    action: "Approved a discount",
    change: { state: "open", approvedBy: ctx.staff.id },
    refuse: refuseUnlessWaiting,
  });
}

export function refuseSale(ctx: StaffCtx, saleId: string, reason: string): Promise<DeskSale> {
  return decide(ctx, saleId, {
    action: "Refused a discount",
    change: { state: "withdrawn", refusal: reason },
    refuse: refuseUnlessWaiting,
  });
}

/** Nobody paid, and nobody will. */
export function withdrawSale(ctx: StaffCtx, saleId: string, reason: string): Promise<DeskSale> {
  return decide(ctx, saleId, {
    action: "Withdrew a sale",
    change: { state: "withdrawn", refusal: reason },
    refuse({ state }) {
      if (state === "bought") throw new Refusal("SALE_PAID");
      if (state === "withdrawn") throw new Refusal("SALE_NOT_OPEN");
    },
  });
}

function refuseUnlessWaiting({ state }: SaleRow): void {
  if (state !== "waiting") throw new Refusal("SALE_NOT_OPEN");
}

async function decide(ctx: StaffCtx, saleId: string, { action, change, refuse }: Decision): Promise<DeskSale> {
  return ctx.db.transaction(async (tx) => {
    const [held] = await tx.select().from(sale).where(eq(sale.id, saleId)).for("update");
    if (!held) throw new Refusal("UNKNOWN_SALE");
    refuse(held);
    await tx
      .update(sale)
      .set({ ...change, version: held.version + 1 })
      .where(eq(sale.id, saleId));
    if (change.state === "withdrawn") await cancelDues(tx, saleId);
    const decided = await findDeskSale(tx, eq(sale.id, saleId));
    if (!decided) throw new Refusal("UNKNOWN_SALE");
    await recordChange(tx, ctx, {
      ...{ action, kind: "sale", thingId: saleId, thing: `${decided.name}, ${decided.courseName}` },
      before: { state: held.state },
      after: { state: decided.state, ...(decided.refusal ? { reason: decided.refusal } : {}) },
    });
    return decided;
  });
}

async function cancelDues(tx: Db, saleId: string): Promise<void> {
  await tx
    .update(due)
    .set({ state: "cancelled" })
    .where(and(eq(due.saleId, saleId), eq(due.state, "open")));
}
