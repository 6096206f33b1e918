import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { due } from "../../db/tables/due.ts";
import { mandateCharge } from "../../db/tables/mandate.ts";
import type { OrderRow } from "../payment/queries.ts";

export type ChargeRow = typeof mandateCharge.$inferSelect;

/** The instalment is paid, by an attempt or otherwise: what is planned for it is not needed. The transaction holds the sale. */
export async function closeCharges(tx: Db, { order, dueId, now }: { order: OrderRow; dueId: string; now: Date }) {
  await tx
    .update(mandateCharge)
    .set({ state: "paid", endedAt: now, why: "" })
    .where(and(eq(mandateCharge.orderId, order.id), ne(mandateCharge.state, "paid")));
  await tx
    .update(mandateCharge)
    .set({ state: "dropped", endedAt: now, why: "Paid otherwise" })
    .where(and(eq(mandateCharge.dueId, dueId), eq(mandateCharge.state, "planned")));
}

/** The attempt that is planned for an instalment, or under way. */
export async function findOpenCharge(db: Db, dueId: string): Promise<ChargeRow | null> {
  const isOpen = and(eq(mandateCharge.dueId, dueId), inArray(mandateCharge.state, ["planned", "sent"]));
  const [found] = await db.select().from(mandateCharge).where(isOpen);
  return found ?? null;
}

export async function countFailed(db: Db, dueId: string): Promise<number> {
  return db.$count(mandateCharge, and(eq(mandateCharge.dueId, dueId), eq(mandateCharge.state, "failed")));
}

/** The plan has changed: what was announced is not taken. What is agreed is planned again, and announced again. */
export async function dropCharges(tx: Db, saleId: string, now: Date): Promise<void> {
  const ofSale = sql`(select ${due.id} from ${due} where ${due.saleId} = ${saleId})`;
  await tx
    .update(mandateCharge)
    .set({ state: "dropped", endedAt: now, why: "The plan was changed" })
    .where(and(sql`${mandateCharge.dueId} in ${ofSale}`, eq(mandateCharge.state, "planned")));
}
