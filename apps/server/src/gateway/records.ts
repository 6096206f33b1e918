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
  /** Of an order by which the payer agrees to later payments. */
  customer_id?: string;
  token?: { max_amount: number; expire_at: number; frequency: string };
  /** Of an order that is paid by such an agreement. */
  notification?: { token_id: string; payment_after: number };
};

export type Payment = {
  id: string;
  entity: "payment";
  amount: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  order_id: string;
  method: "card" | "netbanking" | "upi" | "wallet";
  captured: boolean;
  created_at: number;
  [field: string]: unknown;
};

export type Refund = {
  id: string;
  entity: "refund";
  amount: number;
  currency: string;
  payment_id: string;
  notes: Record<string, string> | [];
  receipt: string | null;
  status: "pending" | "processed" | "failed";
  created_at: number;
  [field: string]: unknown;
};

export type Dispute = {
  id: string;
  entity: "dispute";
  payment_id: string;
  amount: number;
  status: "open" | "under_review" | "won" | "lost" | "closed";
  created_at: number;
  [field: string]: unknown;
};

export type Customer = { id: string; entity: "customer"; created_at: number; [field: string]: unknown };

export type Token = {
  id: string;
  entity: "token";
  customer_id: string;
  method: Payment["method"];
  max_amount: number;
  recurring_details: { status: string; failure_reason: string | null };
  created_at: number;
  /** Not in the provider's API: what comes of the next charge. */
  next_charge: string;
  [field: string]: unknown;
};

type Entity = Order | Payment | Refund | Dispute | Customer | Token;
type Key = { id: string; isLocked?: boolean };

export async function readOrder(db: Db, key: Key): Promise<Order> {
  return (await readRecord(db, { ...key, kind: "order" })) as Order;
}

export async function readPayment(db: Db, key: Key): Promise<Payment> {
  return (await readRecord(db, { ...key, kind: "payment" })) as Payment;
}

export async function readRefund(db: Db, key: Key): Promise<Refund> {
  return (await readRecord(db, { ...key, kind: "refund" })) as Refund;
}

export async function readDispute(db: Db, key: Key): Promise<Dispute> {
  return (await readRecord(db, { ...key, kind: "dispute" })) as Dispute;
}

export async function readCustomer(db: Db, key: Key): Promise<Customer> {
  return (await readRecord(db, { ...key, kind: "customer" })) as Customer;
}

export async function readToken(db: Db, key: Key): Promise<Token> {
  return (await readRecord(db, { ...key, kind: "token" })) as Token;
}

async function readRecord(db: Db, { id, kind, isLocked = false }: Key & { kind: Entity["entity"] }) {
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

/** Newest first, as the provider lists them. */
export async function listRefunds(db: Db, { id, order_id }: Payment): Promise<Refund[]> {
  const rows = await db
    .select({ data: gatewayRecord.data })
    .from(gatewayRecord)
    .where(and(eq(gatewayRecord.orderId, order_id), eq(gatewayRecord.kind, "refund")))
    .orderBy(desc(gatewayRecord.at));
  return rows.map(({ data }) => data as Refund).filter(({ payment_id }) => payment_id === id);
}

/** `orderId`: of a refund or a dispute, which name only their payment. */
export async function saveEntity(db: Db, entity: Entity, { orderId = "", at }: { orderId?: string; at?: Date } = {}) {
  const ofOrder = entity.entity === "order" ? entity.id : entity.entity === "payment" ? entity.order_id : orderId;
  await db
    .insert(gatewayRecord)
    .values({
      ...{ id: entity.id, kind: entity.entity, orderId: ofOrder, data: entity },
      at: at ?? new Date(entity.created_at * 1000),
    })
    .onConflictDoUpdate({ target: gatewayRecord.id, set: { data: entity } });
}
