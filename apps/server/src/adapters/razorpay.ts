import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { ChargeRefused, type Payments, RefundRefused, type SettlementLine } from "../ports.ts";
import {
  chargeReply,
  customerReply,
  mostReconPages,
  noticeOf,
  orderIdForm,
  orderReply,
  parseJson,
  paymentIdForm,
  paymentsReply,
  readEnvelope,
  reconPage,
  reconReply,
  refundEntity,
  refundsReply,
  tokenEntity,
  tokenOf,
  tokenPath,
  toSettlementLine,
} from "./razorpay-shapes.ts";

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

function isHmac(signature: string, { of, secret }: { of: string | Uint8Array; secret: string }): boolean {
  const expected = Buffer.from(createHmac("sha256", secret).update(of).digest("hex"));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
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
