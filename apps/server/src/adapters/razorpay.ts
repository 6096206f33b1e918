import { createHmac, timingSafeEqual } from "node:crypto";
import { tokenStatuses } from "@shoreline/domain/mandate";
import { z } from "zod";
import {
  ChargeRefused,
  type MandateKey,
  type NewMandate,
  type Payments,
  type ProviderDispute,
  type ProviderPayment,
  type ProviderRefund,
  RefundRefused,
  type SettlementLine,
  type WebhookEvent,
} from "../ports.ts";

type Account = {
  /** Without `/v1`: https://api.razorpay.com, or our own gateway. */
  baseUrl: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  checkoutUrl: string;
  fetch?: (url: string, init: RequestInit) => Response | Promise<Response>;
  timeoutInMs?: number;
};

export function razorpayPayments({
  baseUrl,
  keyId,
  keySecret,
  webhookSecret,
  checkoutUrl,
  fetch = globalThis.fetch,
  timeoutInMs = 10_000,
}: Account): Payments {
  // With an empty secret anybody could forge a signature.
  if (!keyId || !keySecret || !webhookSecret)
    throw new Error("Razorpay needs a key id, a key secret and a webhook secret");
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function call<Reply>(problem: string, { path, method, body, headers, reply }: Call<Reply>): Promise<Reply> {
    const fail = (why: string) => new Error(`Razorpay: ${problem}: ${why}`);
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`${baseUrl.replace(/\/+$/, "")}/v1/${path}`, {
        method: method ?? (body ? "POST" : "GET"),
        headers: {
          ...{ authorization, accept: "application/json" },
          ...(body ? { "content-type": "application/json" } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // Following a redirect would send the key to another server.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutInMs),
      });
      answer = parseJson(await response.text());
    } catch (error) {
      throw fail(`no answer (${reason(error)})`);
    }
    if (!response.ok) {
      const why = `answered ${response.status}${describeFault(answer)}`;
      // Another status, such as 409 while an earlier request is under way, may pass.
      throw response.status === 400 ? new RefusedCall(`Razorpay: ${problem}: ${why}`) : fail(why);
    }
    const parsed = reply.safeParse(answer);
    if (!parsed.success) throw fail("the answer has an unexpected form");
    return parsed.data;
  }

  return {
    keyId,
    checkoutUrl,
    async createOrder(order) {
      const { mandate, notice, ...body } = order;
      const reply = await call("order not created", {
        ...{ path: "orders", reply: orderReply },
        body: { ...body, ...(mandate ? tokenOf(mandate) : {}), ...(notice ? { notification: noticeOf(notice) } : {}) },
      });
      if (reply.amount !== order.amount || reply.currency !== order.currency)
        throw new Error("Razorpay: order not created: the answer has another amount");
      return reply;
    },
    // The provider documents no paging for this call and refuses unknown parameters.
    async paymentsOf(orderId) {
      if (!orderIdForm.test(orderId)) throw new Error("Razorpay: payments not read: not an order id");
      const path = `orders/${encodeURIComponent(orderId)}/payments`;
      const { items } = await call("payments not read", { path, reply: paymentsReply });
      if (items.some((payment) => payment.orderId !== orderId))
        throw new Error("Razorpay: payments not read: the answer contains a payment of another order");
      return items;
    },
    async settlementsOf(month) {
      const [year, number] = month.split("-");
      const lines: SettlementLine[] = [];
      for (let page = 0; page < mostReconPages; page++) {
        const query = new URLSearchParams({ year: year ?? "", month: number ?? "", count: String(reconPage) });
        if (page > 0) query.set("skip", String(page * reconPage));
        const path = `settlements/recon/combined?${query}`;
        const { items } = await call("settlements not read", { path, reply: reconReply });
        lines.push(...items.flatMap(toSettlementLine));
        if (items.length < reconPage) return lines;
      }
      throw new Error("Razorpay: settlements not read: there are too many");
    },
    async refund({ paymentId, amount, refundId }) {
      if (!paymentIdForm.test(paymentId)) throw new RefundRefused("Razorpay: refund not made: not a payment id");
      const made = await call("refund not made", {
        path: `payments/${encodeURIComponent(paymentId)}/refund`,
        body: { amount, speed: "normal", receipt: `f${refundId.replaceAll("-", "")}`, notes: { refundId } },
        // https://razorpay.com/docs/api/refunds/normal-refunds-idempotent
        headers: { "x-refund-idempotency": refundId },
        reply: refundEntity,
      }).catch(asRefusedRefund);
      if (made.amount !== amount || made.paymentId !== paymentId)
        throw new Error("Razorpay: refund not made: the answer is about another one");
      return made;
    },
    async refundsOf(paymentId) {
      if (!paymentIdForm.test(paymentId)) throw new Error("Razorpay: refunds not read: not a payment id");
      // The provider lists ten unless told, and at most a hundred.
      const path = `payments/${encodeURIComponent(paymentId)}/refunds?count=100`;
      const { items } = await call("refunds not read", { path, reply: refundsReply }).catch(asRefusedRefund);
      if (items.some((refund) => refund.paymentId !== paymentId))
        throw new Error("Razorpay: refunds not read: the answer contains a refund of another payment");
      return items;
    },
    mandates: {
      async addCustomer({ name, email, contact }) {
        // "0": a customer that exists is no error, but the answer.
        const body = { name, contact, fail_existing: "0", ...(email ? { email } : {}) };
        return (await call("customer not added", { path: "customers", body, reply: customerReply })).id;
      },
      async read(key) {
        const { recurring_details } = await call("mandate not read", { path: tokenPath(key), reply: tokenEntity });
        return recurring_details.status;
      },
      async charge({ customerId, tokenId, orderId, amount, payer, description }) {
        const body = {
          ...{ email: payer.email, contact: payer.contact, amount, currency: "INR", order_id: orderId },
          ...{ customer_id: customerId, token: tokenId, recurring: "1", description },
        };
        await call("not charged", { path: "payments/create/recurring", body, reply: chargeReply }).catch((error) => {
          throw error instanceof RefusedCall ? new ChargeRefused(error.message) : error;
        });
      },
      async cancel(key) {
        await call("mandate not cancelled", { path: tokenPath(key), method: "DELETE", reply: z.unknown() }).catch(
          (error) => {
            // The provider does not know it any more.
            if (!(error instanceof RefusedCall)) throw error;
          },
        );
      },
    },
    isSigned({ orderId, paymentId, signature }) {
      // The ids are checked, because `a|b` and `c` have the same signature as `a` and `b|c`.
      if (!orderIdForm.test(orderId) || !paymentIdForm.test(paymentId)) return false;
      return isHmac(signature, { of: `${orderId}|${paymentId}`, secret: keySecret });
    },
    readWebhook(raw, signature) {
      if (!signature || !isHmac(signature, { of: raw, secret: webhookSecret })) return null;
      return readEnvelope(raw);
    },
  };
}

type Call<Reply> = {
  path: string;
  method?: "DELETE";
  body?: object;
  headers?: Record<string, string>;
  reply: z.ZodType<Reply>;
};

/** The request itself is wrong: the provider would refuse it again. */
class RefusedCall extends Error {}

function asRefusedRefund(error: unknown): never {
  throw error instanceof RefusedCall ? new RefundRefused(error.message) : error;
}

const orderIdForm = /^order_\w+$/;
const paymentIdForm = /^pay_\w+$/;

const customerReply = z.object({ id: z.string().regex(/^cust_\w+$/) });
const tokenIdForm = /^token_\w+$/;
const tokenEntity = z.object({
  id: z.string().regex(tokenIdForm),
  // A status that we do not know changes nothing.
  recurring_details: z.object({ status: z.enum(tokenStatuses).catch("initiated") }),
});
const chargeReply = z.object({ razorpay_payment_id: z.string().regex(paymentIdForm) });

function tokenPath({ customerId, tokenId }: MandateKey): string {
  if (!/^cust_\w+$/.test(customerId) || !tokenIdForm.test(tokenId))
    throw new Error("Razorpay: not the id of a mandate");
  return `customers/${encodeURIComponent(customerId)}/tokens/${encodeURIComponent(tokenId)}`;
}

const inSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

function tokenOf({ customerId, maxAmount, expiresAt }: NewMandate) {
  const token = { max_amount: maxAmount, expire_at: inSeconds(expiresAt), frequency: "as_presented" };
  return { customer_id: customerId, token };
}

/** With this field the provider does not take the money by itself: we ask for it when the time has come. */
function noticeOf({ tokenId, chargeableFrom }: { tokenId: string; chargeableFrom: Date }) {
  return { token_id: tokenId, payment_after: inSeconds(chargeableFrom) };
}

const orderReply = z.object({
  id: z.string().regex(orderIdForm),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(["created", "attempted", "paid"]),
});

/** The largest amount that our integer columns hold, about two crore rupees. */
const maxAmountInPaise = 2_147_483_647;

const paymentEntity = z
  .object({
    id: z.string().regex(paymentIdForm),
    order_id: z.string().nullish(),
    // An unknown status is not money, and it must not hide a captured payment in the same list.
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]).catch("created"),
    amount: z.int().min(0).max(maxAmountInPaise),
    currency: z.string().regex(/^[A-Z]{3}$/),
    method: z.string().nullish(),
    fee: z.int().min(0).max(maxAmountInPaise).nullish().catch(null),
    tax: z.int().min(0).max(maxAmountInPaise).nullish().catch(null),
    token_id: z.string().regex(tokenIdForm).nullish().catch(null),
    error_reason: z
      .string()
      .regex(/^\w{1,60}$/)
      .nullish()
      .catch(null),
  })
  .transform(
    ({ order_id, method, fee, tax, token_id, error_reason, ...rest }): ProviderPayment => ({
      ...rest,
      ...(token_id ? { tokenId: token_id } : {}),
      ...(error_reason ? { failure: error_reason } : {}),
      ...(fee == null ? {} : { fee, feeTax: tax ?? 0 }),
      orderId: order_id ?? "",
      method: (method ?? "").replace(/[^\x20-\x7e]/g, "").slice(0, 40),
    }),
  );

/** The provider's largest page. */
const reconPage = 1000;
const mostReconPages = 200;

const amount = z.int().min(0).max(maxAmountInPaise);
const reconReply = z.object({
  items: z.array(
    z.object({
      entity_id: z.string().regex(/^[a-z]+_\w+$/i),
      type: z.string(),
      debit: amount,
      credit: amount,
      fee: amount,
      tax: amount,
      settlement_id: z.string().nullish(),
      settlement_utr: z.string().max(60).nullish(),
      settled_at: z.int().nullish(),
    }),
  ),
});

/** What is not paid out yet is no line. */
function toSettlementLine(item: z.infer<typeof reconReply>["items"][number]): SettlementLine[] {
  if (!item.settlement_id || !item.settled_at) return [];
  return [
    {
      ...{ settlementId: item.settlement_id, utr: item.settlement_utr ?? "", entityId: item.entity_id },
      kind: item.type === "payment" || item.type === "refund" ? item.type : "adjustment",
      ...{ creditInPaise: item.credit, debitInPaise: item.debit, feeInPaise: item.fee, feeTaxInPaise: item.tax },
      settledAt: new Date(item.settled_at * 1000),
    },
  ];
}

const paymentsReply = z.object({ items: z.array(paymentEntity) });

const refundEntity = z
  .object({
    id: z.string().regex(/^rfnd_\w+$/),
    payment_id: z.string().regex(paymentIdForm),
    amount: z.int().min(1).max(maxAmountInPaise),
    // An unknown status is not the end of a refund.
    status: z.enum(["pending", "processed", "failed"]).catch("pending"),
    notes: z.object({ refundId: z.uuid() }).nullish().catch(null),
  })
  .transform(
    ({ payment_id, notes, ...rest }): ProviderRefund => ({
      ...rest,
      paymentId: payment_id,
      refundId: notes?.refundId ?? null,
    }),
  );

const refundsReply = z.object({ items: z.array(refundEntity) });

const seconds = z
  .int()
  .min(0)
  .max(8_000_000_000)
  .transform((at) => new Date(at * 1000).toISOString());

const disputeEntity = z
  .object({
    id: z.string().regex(/^disp_\w+$/),
    payment_id: z.string().regex(paymentIdForm),
    amount: z.int().min(0).max(maxAmountInPaise),
    reason_code: z.string().nullish(),
    status: z.enum(["open", "under_review", "won", "lost", "closed"]),
    respond_by: seconds.nullish().catch(null),
    created_at: seconds,
  })
  .transform(
    ({ payment_id, reason_code, status, respond_by, created_at, ...rest }): ProviderDispute => ({
      ...rest,
      paymentId: payment_id,
      reason: (reason_code ?? "").replace(/[^\x20-\x7e]/g, "").slice(0, 100),
      status: status === "under_review" ? "under review" : status,
      respondBy: respond_by ?? null,
      openedAt: created_at,
    }),
  );

const envelope = z.object({
  event: z.string().min(1),
  created_at: seconds.nullish().catch(null),
  payload: z
    .object({
      payment: z.object({ entity: paymentEntity }).nullish().catch(null),
      refund: z.object({ entity: refundEntity }).nullish().catch(null),
      dispute: z.object({ entity: disputeEntity }).nullish().catch(null),
      token: z
        .object({ entity: z.object({ id: z.string().regex(tokenIdForm) }) })
        .nullish()
        .catch(null),
      order: z
        .object({ entity: z.object({ id: z.string() }) })
        .nullish()
        .catch(null),
    })
    .catch({}),
});

/** An event that carries a payment, a refund or a dispute, in whatever form. */
const carried = z.object({ payload: z.looseObject({}) });

function readEnvelope(raw: Uint8Array): WebhookEvent | null {
  const content = parseJson(Buffer.from(raw).toString("utf8"));
  const parsed = envelope.safeParse(content);
  if (!parsed.success) return null;
  const { event, payload, created_at } = parsed.data;
  const payment = payload.payment?.entity ?? null;
  const refund = payload.refund?.entity ?? null;
  const dispute = payload.dispute?.entity ?? null;
  const orderId = payment?.orderId || payload.order?.entity.id || "";
  const tokenId = payload.token?.entity.id ?? null;
  const given = carried.safeParse(content).data?.payload ?? {};
  const isUnreadable = Object.entries({ payment, refund, dispute }).some(
    ([name, read]) => read === null && entityIn.safeParse(given[name]).success,
  );
  const at = created_at ?? null;
  return { event, orderId, at, payment: payment && { ...payment, orderId }, refund, dispute, tokenId, isUnreadable };
}

const entityIn = z.object({ entity: z.looseObject({}) });

function isHmac(signature: string, { of, secret }: { of: string | Uint8Array; secret: string }): boolean {
  const expected = Buffer.from(createHmac("sha256", secret).update(of).digest("hex"));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const token = z.string().regex(/^\w{1,60}$/);
const fault = z.object({
  error: z.object({
    code: token.optional().catch(undefined),
    reason: token.optional().catch(undefined),
    field: token.optional().catch(undefined),
  }),
});

/** Never the description: it may quote the data we sent. */
function describeFault(answer: unknown): string {
  const { code, reason, field } = fault.safeParse(answer).data?.error ?? {};
  const parts = [code, reason, field && `field ${field}`].filter(Boolean);
  return parts.length ? ` (${parts.join(", ")})` : "";
}

/** Only the code: messages of fetch may quote headers, and with them the key. */
function reason(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  return cause?.code ?? name ?? "unknown";
}
