import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { type Failure, failures } from "./failures.ts";
import { Fault } from "./fault.ts";
import { noteFields, paise, parseAs, rupees, storable } from "./orders.ts";
import { payOrder } from "./payments.ts";
import { type Customer, type Payment, readCustomer, readOrder, readToken, saveEntity, type Token } from "./records.ts";
import { randomId } from "./sign.ts";
import type { Webhooks } from "./webhooks.ts";

type Context = { db: Db; webhooks: Webhooks; now: Date };

/** Like the provider, knows a customer by number and e-mail address. */
export async function createCustomer({ db, now }: Context, body: unknown): Promise<Customer> {
  const { name, email, contact, fail_existing, notes } = parseAs(customerForm, body);
  const [before] = await db
    .select({ data: gatewayRecord.data })
    .from(gatewayRecord)
    .where(
      and(
        eq(gatewayRecord.kind, "customer"),
        sql`${gatewayRecord.data} ->> 'contact' = ${contact}`,
        sql`coalesce(${gatewayRecord.data} ->> 'email', '') = ${email ?? ""}`,
      ),
    )
    .limit(1);
  if (before && fail_existing !== "0") throw new Fault("Customer already exists for the merchant");
  if (before) return before.data as Customer;
  const customer: Customer = {
    ...{ id: `cust_${randomId()}`, entity: "customer", name: name ?? null, email: email ?? null, contact },
    ...{ gstin: null, notes, created_at: Math.floor(now.getTime() / 1000) },
  };
  await saveEntity(db, customer);
  return customer;
}

export async function readTokenOf(db: Db, { customerId, id }: { customerId: string; id: string }): Promise<Token> {
  await readCustomer(db, { id: customerId });
  const found = await readToken(db, { id });
  if (found.customer_id !== customerId || found.is_deleted) throw new Fault("The id provided does not exist");
  return found;
}

export async function deleteToken(context: Context, key: { customerId: string; id: string }) {
  const found = await readTokenOf(context.db, key);
  const gone: Token = { ...found, is_deleted: true, recurring_details: { status: "cancelled", failure_reason: null } };
  await context.db.transaction(async (tx) => {
    await saveEntity(tx, gone);
    await context.webhooks.enqueue(tx, { events: [{ event: "token.cancelled", token: gone }], now: context.now });
  });
  return { deleted: true };
}

/** Takes money by a mandate. The bank has told the payer before. */
export async function chargeToken({ db, webhooks, now }: Context, body: unknown): Promise<Payment> {
  const { order_id, customer_id, token: tokenId, amount } = parseAs(chargeForm, body);
  return db.transaction(async (tx) => {
    const order = await readOrder(tx, { id: order_id, isLocked: true });
    const token = await readTokenOf(tx, { customerId: customer_id, id: tokenId });
    if (token.recurring_details.status !== "confirmed")
      throw new Fault("The token is not confirmed", { field: "token" });
    if (amount > token.max_amount) throw new Fault("The amount exceeds the maximum of the token", { field: "amount" });
    if (order.notification && order.notification.payment_after * 1000 > now.getTime())
      throw new Fault("The payment may not be made before the time of its notification", { field: "order_id" });
    const attempt = { amount, method: token.method, outcome: token.next_charge };
    return payOrder(tx, { webhooks, now }, { order, attempt, more: { customer_id, token_id: tokenId } });
  });
}

/** What the payer does in the bank's app, and whether the bank will pay. */
export async function changeToken({ db, webhooks, now }: Context, id: string, body: unknown): Promise<Token> {
  const { status, charge } = parseAs(changeForm, body);
  return db.transaction(async (tx) => {
    const found = await readToken(tx, { id, isLocked: true });
    const changed: Token = {
      ...found,
      recurring_details: { ...found.recurring_details, status: status ?? found.recurring_details.status },
      next_charge: charge ?? found.next_charge,
    };
    await saveEntity(tx, changed);
    if (status) await webhooks.enqueue(tx, { events: [{ event: `token.${status}`, token: changed }], now });
    return changed;
  });
}

const customerForm = z.strictObject({
  name: storable.max(200).nullish(),
  email: storable.max(200).nullish(),
  contact: storable.max(20),
  fail_existing: z.enum(["0", "1"]).default("1"),
  notes: noteFields,
});

const chargeForm = z.strictObject({
  email: storable.min(1, "The email field is required."),
  contact: storable.min(1, "The contact field is required."),
  amount: paise,
  currency: rupees,
  order_id: storable,
  customer_id: storable,
  token: storable,
  recurring: z.union([z.literal("1"), z.literal(1), z.literal(true)], { error: "The recurring field is required." }),
  description: storable.max(255).nullish(),
  notes: noteFields,
});

const changeForm = z.strictObject({
  status: z.enum(["confirmed", "paused", "rejected", "cancelled"]).optional(),
  charge: z.enum(["captured", ...(Object.keys(failures) as Failure[])]).optional(),
});
