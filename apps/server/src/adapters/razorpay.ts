import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Payments, ProviderPayment, SettlementLine, WebhookEvent } from "../ports.ts";

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

  async function call<Reply>(problem: string, { path, body, reply }: Call<Reply>): Promise<Reply> {
    const fail = (why: string) => new Error(`Razorpay: ${problem}: ${why}`);
    let response: Response;
    let answer: unknown;
    try {
      response = await fetch(`${baseUrl.replace(/\/+$/, "")}/v1/${path}`, {
        method: body ? "POST" : "GET",
        headers: { authorization, accept: "application/json", ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // Following a redirect would send the key to another server.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutInMs),
      });
      answer = parseJson(await response.text());
    } catch (error) {
      throw fail(`no answer (${reason(error)})`);
    }
    if (!response.ok) throw fail(`answered ${response.status}${describeFault(answer)}`);
    const parsed = reply.safeParse(answer);
    if (!parsed.success) throw fail("the answer has an unexpected form");
    return parsed.data;
  }

  return {
    keyId,
    checkoutUrl,
    async createOrder(order) {
      const reply = await call("order not created", { path: "orders", body: order, reply: orderReply });
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

type Call<Reply> = { path: string; body?: object; reply: z.ZodType<Reply> };

const orderIdForm = /^order_\w+$/;
const paymentIdForm = /^pay_\w+$/;

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
  })
  .transform(
    ({ order_id, method, ...rest }): ProviderPayment => ({
      ...rest,
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

const envelope = z.object({
  event: z.string().min(1),
  payload: z
    .object({
      payment: z.object({ entity: paymentEntity }).nullish().catch(null),
      order: z
        .object({ entity: z.object({ id: z.string() }) })
        .nullish()
        .catch(null),
    })
    .catch({}),
});

/** An event that carries a payment, in whatever form. */
const withPayment = z.object({ payload: z.object({ payment: z.object({ entity: z.looseObject({}) }) }) });

function readEnvelope(raw: Uint8Array): WebhookEvent | null {
  const content = parseJson(Buffer.from(raw).toString("utf8"));
  const parsed = envelope.safeParse(content);
  if (!parsed.success) return null;
  const { event, payload } = parsed.data;
  const payment = payload.payment?.entity ?? null;
  const orderId = payment?.orderId || payload.order?.entity.id || "";
  const isUnreadable = payment === null && withPayment.safeParse(content).success;
  return { event, orderId, payment: payment && { ...payment, orderId }, isUnreadable };
}

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
