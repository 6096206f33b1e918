import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { type Failure, failures } from "./failures.ts";
import { Fault } from "./fault.ts";
import { paise, parseAs, rupees } from "./orders.ts";
import { type Order, type Payment, readOrder, readPayment, saveEntity, type Token } from "./records.ts";
import { randomId } from "./sign.ts";
import type { GatewayEvent, Webhooks } from "./webhooks.ts";

type Context = { db: Db; webhooks: Webhooks; now: Date };

/** One attempt to pay an order, as the checkout sends it. */
export async function pay({ db, webhooks, now }: Context, orderId: string, body: unknown): Promise<Payment> {
  const { mandate, ...attempt } = parseAs(attemptForm, body);
  return db.transaction(async (tx) => {
    const order = await readOrder(tx, { id: orderId, isLocked: true });
    const isPaying = attempt.outcome === "captured" || attempt.outcome === "authorized";
    const token = order.token && isPaying ? newToken(order, { status: mandate, method: attempt.method, now }) : null;
    const more = token ? { customer_id: token.customer_id, token_id: token.id } : {};
    const payment = await payOrder(tx, { webhooks, now }, { order, attempt, more });
    if (!token || payment.status === "failed") return payment;
    await saveEntity(tx, token, { orderId: order.id });
    const event = `token.${token.recurring_details.status}`;
    if (mandate !== "initiated") await webhooks.enqueue(tx, { events: [{ event, token }], now });
    return payment;
  });
}

type Attempted = { order: Order; attempt: unknown; more: Record<string, string> };

/** In a transaction that holds the order. */
export async function payOrder(
  tx: Db,
  { webhooks, now }: Omit<Context, "db">,
  { order, attempt: given, more }: Attempted,
): Promise<Payment> {
  const attempt = parseAs(attemptForm, given);
  if (order.status === "paid") throw alreadyPaid();
  if (attempt.amount !== undefined && attempt.amount !== order.amount)
    throw new Fault(
      "Your payment amount is different from your order amount. To pay successfully, please try using right amount.",
      { field: "amount" },
    );
  const attempted: Order = { ...order, status: "attempted", attempts: order.attempts + 1 };
  const created: Payment = { ...newPayment({ order, attempt, now }), ...more };
  const outcome = attempt.method === "upi" && attempt.vpa === "failure@upi" ? "payment_failed" : attempt.outcome;
  const { payment, events } = applyOutcome(created, outcome);
  if (payment.status !== "captured") await saveEntity(tx, attempted);
  else events.push(...(await finish(tx, { order: attempted, payment })));
  await saveEntity(tx, payment);
  await webhooks.enqueue(tx, { events, now });
  return payment;
}

type Registered = { status: string; method: Payment["method"]; now: Date };

/** What the payer agreed to with this order. */
function newToken({ customer_id = "", token }: Order, { status, method, now }: Registered): Token {
  return {
    ...{ id: `token_${randomId()}`, entity: "token", token: randomId(), customer_id, method, recurring: true },
    recurring_details: { status, failure_reason: status === "rejected" ? "The bank did not register it." : null },
    ...{ max_amount: token?.max_amount ?? 0, expired_at: token?.expire_at ?? null, auth_type: null, mrn: null },
    ...{ created_at: Math.floor(now.getTime() / 1000), dcc_enabled: false, next_charge: "captured" },
  };
}

/** Captures an authorized payment, for merchants that do not capture automatically. */
export async function capture({ db, webhooks, now }: Context, paymentId: string, body: unknown): Promise<Payment> {
  const { amount } = parseAs(captureForm, body);
  return db.transaction(async (tx) => {
    // Lock the order first, as everywhere, to avoid deadlocks.
    const { order_id } = await readPayment(tx, { id: paymentId });
    const order = await readOrder(tx, { id: order_id, isLocked: true });
    const payment = await readPayment(tx, { id: paymentId });
    if (payment.status === "captured") throw new Fault("This payment has already been captured");
    if (payment.status !== "authorized")
      throw new Fault("Only payments which have been authorized and not yet captured can be captured");
    if (order.status === "paid") throw alreadyPaid();
    if (amount !== payment.amount)
      throw new Fault("Capture amount must be equal to the amount authorized", { field: "amount" });
    const captured = asCaptured(payment);
    const events: GatewayEvent[] = [{ event: "payment.captured", payment: captured }];
    const last = await finish(tx, { order, payment: captured });
    await saveEntity(tx, captured);
    await webhooks.enqueue(tx, { events: [...events, ...last], now });
    return captured;
  });
}

const alreadyPaid = () => new Fault("Payment already done for this order.", { reason: "order_already_paid" });

const attemptForm = z.object({
  amount: paise.optional(),
  method: z.enum(["upi", "card", "netbanking", "wallet"], { error: "The method field is invalid." }),
  vpa: z
    .string()
    .max(100)
    .regex(/^[\w.-]+@[\w.-]+$/, "Invalid VPA. Please enter a valid Virtual Payment Address")
    .optional(),
  bank: z
    .string()
    .regex(/^\w{1,20}$/)
    .optional(),
  wallet: z
    .string()
    .regex(/^\w{1,20}$/)
    .optional(),
  outcome: z.enum(["captured", "authorized", ...(Object.keys(failures) as Failure[])]).default("captured"),
  /** What the bank says about later payments, where the order asks for them. */
  mandate: z.enum(["confirmed", "initiated", "rejected"]).default("confirmed"),
});
type Attempt = z.infer<typeof attemptForm>;

const captureForm = z.object({ amount: paise, currency: rupees });

function applyOutcome(created: Payment, outcome: Attempt["outcome"]): { payment: Payment; events: GatewayEvent[] } {
  if (outcome !== "captured" && outcome !== "authorized") {
    const { code, description, source, step, reason } = failures[outcome];
    const error = {
      error_code: code,
      error_description: description,
      error_source: source,
      error_step: step,
      error_reason: reason,
    };
    const payment: Payment = { ...created, ...error, status: "failed" };
    return { payment, events: [{ event: "payment.failed", payment }] };
  }
  const authorized: Payment = { ...created, status: "authorized" };
  const events: GatewayEvent[] = [{ event: "payment.authorized", payment: authorized }];
  if (outcome === "authorized") return { payment: authorized, events };
  const captured = asCaptured(authorized);
  return { payment: captured, events: [...events, { event: "payment.captured", payment: captured }] };
}

/** Two per cent plus tax, about what the provider charges. */
function asCaptured(payment: Payment): Payment {
  const fee = Math.round(payment.amount * 0.0236);
  return { ...payment, status: "captured", captured: true, fee, tax: Math.round((fee * 18) / 118) };
}

async function finish(tx: Db, { order, payment }: { order: Order; payment: Payment }): Promise<GatewayEvent[]> {
  const paid: Order = { ...order, status: "paid", amount_paid: order.amount, amount_due: 0 };
  await saveEntity(tx, paid);
  return [{ event: "order.paid", payment, order: paid }];
}

function newPayment({ order, attempt, now }: { order: Order; attempt: Attempt; now: Date }): Payment {
  const { method, vpa = null, bank = null, wallet = null } = attempt;
  return {
    id: `pay_${randomId()}`,
    entity: "payment",
    amount: order.amount,
    currency: order.currency,
    status: "created",
    order_id: order.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    card_id: method === "card" ? `card_${randomId()}` : null,
    bank: method === "netbanking" ? bank : null,
    wallet: method === "wallet" ? wallet : null,
    vpa: method === "upi" ? vpa : null,
    // The provider's own placeholders: a test gateway stores nothing about the payer.
    email: "void@razorpay.com",
    contact: "+919999999999",
    notes: order.notes,
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: {},
    created_at: Math.floor(now.getTime() / 1000),
  };
}
