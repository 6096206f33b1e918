import { tokenStatuses } from "@shoreline/domain/mandate";
import { z } from "zod";
import type {
  MandateKey,
  NewMandate,
  ProviderDispute,
  ProviderPayment,
  ProviderRefund,
  SettlementLine,
  WebhookEvent,
} from "../ports.ts";

/** What the provider answers and reports, read into our own shapes. */

export const orderIdForm = /^order_\w+$/;
export const paymentIdForm = /^pay_\w+$/;

export const customerReply = z.object({ id: z.string().regex(/^cust_\w+$/) });
const tokenIdForm = /^token_\w+$/;
export const tokenEntity = z.object({
  id: z.string().regex(tokenIdForm),
  // A status that we do not know changes nothing.
  recurring_details: z.object({ status: z.enum(tokenStatuses).catch("initiated") }),
});
export const chargeReply = z.object({ razorpay_payment_id: z.string().regex(paymentIdForm) });

export function tokenPath({ customerId, tokenId }: MandateKey): string {
  if (!/^cust_\w+$/.test(customerId) || !tokenIdForm.test(tokenId))
    throw new Error("Razorpay: not the id of a mandate");
  return `customers/${encodeURIComponent(customerId)}/tokens/${encodeURIComponent(tokenId)}`;
}

const inSeconds = (at: Date) => Math.floor(at.getTime() / 1000);

export function tokenOf({ customerId, maxAmount, expiresAt }: NewMandate) {
  const token = { max_amount: maxAmount, expire_at: inSeconds(expiresAt), frequency: "as_presented" };
  return { customer_id: customerId, token };
}

/** With this field the provider does not take the money by itself: we ask for it when the time has come. */
export function noticeOf({ tokenId, chargeableFrom }: { tokenId: string; chargeableFrom: Date }) {
  return { token_id: tokenId, payment_after: inSeconds(chargeableFrom) };
}

export const orderReply = z.object({
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
export const reconPage = 1000;
export const mostReconPages = 200;

const amount = z.int().min(0).max(maxAmountInPaise);
export const reconReply = z.object({
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
export function toSettlementLine(item: z.infer<typeof reconReply>["items"][number]): SettlementLine[] {
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

export const paymentsReply = z.object({ items: z.array(paymentEntity) });

export const refundEntity = z
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

export const refundsReply = z.object({ items: z.array(refundEntity) });

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

export function readEnvelope(raw: Uint8Array): WebhookEvent | null {
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

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
