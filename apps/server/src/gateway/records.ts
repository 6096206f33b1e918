import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { Fault } from "./fault.ts";

/** As in the provider's API; amounts in paise, times in seconds. */
export type Order = {
  id: string;
  entity: "order";
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: "created" | "attempted" | "paid";
  attempts: number;
  notes: Record<string, string> | [];
  created_at: number;
};

export type Payment = {
  id: string;
  entity: "payment";
  amount: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "failed";
  order_id: string;
  method: "card" | "netbanking" | "upi" | "wallet";
  captured: boolean;
  created_at: number;
  [field: string]: unknown;
};

type Key = { id: string; isLocked?: boolean };

export async function readOrder(db: Db, key: Key): Promise<Order> {
  return (await readRecord(db, { ...key, kind: "order" })) as Order;
}

export async function readPayment(db: Db, key: Key): Promise<Payment> {
  return (await readRecord(db, { ...key, kind: "payment" })) as Payment;
}

async function readRecord(db: Db, { id, kind, isLocked = false }: Key & { kind: "order" | "payment" }) {
  const query = db
    .select({ data: gatewayRecord.data })
    .from(gatewayRecord)
    .where(and(eq(gatewayRecord.id, id), eq(gatewayRecord.kind, kind)));
  const [found] = await (isLocked ? query.for("update") : query);
  // The row with the keys has the kind "order" but is not an order.
  if (!found || found.data.entity !== kind) throw new Fault("The id provided does not exist");
  return found.data;
}

/** Newest first, as the provider lists them. */
export async function listPayments(db: Db, orderId: string): Promise<Payment[]> {
  const rows = await db
    .select({ data: gatewayRecord.data })
    .from(gatewayRecord)
    .where(and(eq(gatewayRecord.orderId, orderId), eq(gatewayRecord.kind, "payment")))
    .orderBy(desc(gatewayRecord.at));
  return rows.map(({ data }) => data as Payment);
}

export async function saveEntity(db: Db, entity: Order | Payment): Promise<void> {
  const orderId = entity.entity === "order" ? entity.id : entity.order_id;
  const at = new Date(entity.created_at * 1000);
  await db
    .insert(gatewayRecord)
    .values({ id: entity.id, kind: entity.entity, orderId, data: entity, at })
    .onConflictDoUpdate({ target: gatewayRecord.id, set: { data: entity } });
}
