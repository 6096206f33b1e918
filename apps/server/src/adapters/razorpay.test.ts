import { createHmac } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createGateway } from "../gateway/gateway.ts";
import { localKeys } from "../gateway/keys.ts";
import { testInstitute } from "../test/institute.ts";
import { failure, forgeries, newOrder, recordedKeys, recordedPayment } from "../test/razorpay.ts";
import { razorpayPayments } from "./razorpay.ts";

const { db, deps } = await testInstitute();

type Sent = { raw: Uint8Array; signature: string; eventId: string };
type Side = {
  payments: ReturnType<typeof razorpayPayments>;
  /** Pays in the browser and returns what the browser receives. */
  pay(orderId: string, outcome: "captured" | "authorized" | "payment_failed"): Promise<Record<string, string>>;
  sent: Sent[];
};

describe.each<[string, () => Promise<Side>]>([
  ["the local gateway", localSide],
  ["the provider, as documented", recordedSide],
])("payments through %s", (_, open) => {
  test("a new order has the requested amount and no payments", async () => {
    const { payments } = await open();
    const order = await payments.createOrder(newOrder);
    expect(order).toEqual({
      id: expect.stringMatching(/^order_\w+$/),
      amount: 249900,
      currency: "INR",
      status: "created",
    });
    expect(await payments.paymentsOf(order.id)).toEqual([]);
  });

  test("a captured payment is listed, signed and announced by webhook", async () => {
    const { payments, pay, sent } = await open();
    const order = await payments.createOrder(newOrder);
    const proof = await pay(order.id, "captured");
    const payment = {
      id: proof.razorpay_payment_id,
      orderId: order.id,
      status: "captured",
      amount: 249900,
      currency: "INR",
      method: "upi",
    };
    expect(await payments.paymentsOf(order.id)).toMatchObject([payment]);
    expect(isProof(payments, { ...proof, razorpay_order_id: order.id })).toBe(true);
    const events = sent.map(({ raw, signature }) => payments.readWebhook(raw, signature));
    expect(events).toMatchObject([
      {
        event: "payment.authorized",
        orderId: order.id,
        payment: { ...payment, status: "authorized" },
        isUnreadable: false,
      },
      { event: "payment.captured", orderId: order.id, payment, isUnreadable: false },
      { event: "order.paid", orderId: order.id, payment, isUnreadable: false },
    ]);
    expect(new Set(sent.map(({ eventId }) => eventId)).size).toBe(3);
  });

  test("an authorized payment is signed but not captured", async () => {
    const { payments, pay } = await open();
    const order = await payments.createOrder(newOrder);
    const proof = await pay(order.id, "authorized");
    expect(isProof(payments, proof)).toBe(true);
    expect(await payments.paymentsOf(order.id)).toMatchObject([{ status: "authorized" }]);
  });

  test("a failed payment is announced by webhook, and the order can still be paid", async () => {
    const { payments, pay, sent } = await open();
    const order = await payments.createOrder(newOrder);
    await pay(order.id, "payment_failed");
    expect(sent.map(({ raw, signature }) => payments.readWebhook(raw, signature))).toMatchObject([
      { event: "payment.failed", orderId: order.id, payment: { status: "failed" } },
    ]);
    await pay(order.id, "captured");
    const states = (await payments.paymentsOf(order.id)).map(({ status }) => status);
    expect(states.toSorted()).toEqual(["captured", "failed"]);
  });

  test("a proof is refused for another order, another payment or a wrong signature", async () => {
    const { payments, pay } = await open();
    const [order, other] = [await payments.createOrder(newOrder), await payments.createOrder(newOrder)];
    const proof = await pay(order.id, "captured");
    const signature = proof.razorpay_signature ?? "";
    expect(isProof(payments, { ...proof, razorpay_order_id: other.id })).toBe(false);
    expect(isProof(payments, { ...proof, razorpay_payment_id: "pay_00000000000000" })).toBe(false);
    for (const forged of forgeries(signature))
      expect(isProof(payments, { ...proof, razorpay_signature: forged })).toBe(false);
  });

  test("a webhook is refused when a byte of it or its signature differs", async () => {
    const { payments, pay, sent } = await open();
    const order = await payments.createOrder(newOrder);
    await pay(order.id, "captured");
    const { raw, signature } = sent[0] as Sent;
    expect(payments.readWebhook(raw, signature)).not.toBeNull();
    expect(payments.readWebhook(Buffer.concat([raw, Buffer.from(" ")]), signature)).toBeNull();
    expect(payments.readWebhook(raw, undefined)).toBeNull();
    for (const forged of forgeries(signature)) expect(payments.readWebhook(raw, forged)).toBeNull();
  });

  test("an order below the minimum amount fails with the provider's reason, without the data we sent", async () => {
    const { payments } = await open();
    const error = await failure(payments.createOrder({ ...newOrder, amount: 99, receipt: "rcpt_secret" }));
    expect(error.message).toBe(
      "Razorpay: order not created: answered 400 (BAD_REQUEST_ERROR, input_validation_failed, field amount)",
    );
    expect(inspect(error, { depth: 9 })).not.toMatch(/rcpt_secret/);
  });

  test("reading the payments of an unknown order fails", async () => {
    const { payments } = await open();
    await expect(payments.paymentsOf("order_00000000000000")).rejects.toThrow("answered 400");
  });
});

async function localSide(): Promise<Side> {
  const keys = await localKeys(db);
  const sent: Sent[] = [];
  const gateway = createGateway({
    ...keys,
    db,
    clock: deps.clock,
    webhookUrl: "http://shoreline.test/api/payment/webhook",
    async deliver(request) {
      sent.push(await readSent(request));
      return new Response();
    },
  });
  return {
    payments: razorpayPayments({
      ...keys,
      baseUrl: "http://gateway.test",
      checkoutUrl: "/dev/gateway/checkout.js",
      fetch: (url, init) => gateway.app.request(url, init),
    }),
    sent,
    async pay(orderId, outcome) {
      const response = await gateway.app.request(`/checkout/${orderId}/pay`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ key: keys.keyId, amount: 249900, method: "upi", vpa: "success@upi", outcome }),
      });
      await gateway.settled();
      return (await response.json()) as Record<string, string>;
    },
  };
}

/** Answers as printed in the documentation. */
async function recordedSide(): Promise<Side> {
  const { keyId, keySecret, webhookSecret } = recordedKeys;
  const listed = new Map<string, ReturnType<typeof recordedPayment>[]>();
  const sent: Sent[] = [];
  let count = 0;
  const answer = async (url: string, init: RequestInit) => {
    expect(new Headers(init.headers).get("authorization")).toBe(`Basic ${btoa(`${keyId}:${keySecret}`)}`);
    const [, orderId = ""] = url.match(/^https:\/\/api\.razorpay\.com\/v1\/orders\/(\w+)\/payments$/) ?? [];
    if (init.method === "GET") {
      const items = listed.get(orderId);
      if (!items) return Response.json(recordedFault("The id provided does not exist"), { status: 400 });
      return Response.json({ entity: "collection", count: items.length, items });
    }
    expect(url).toBe("https://api.razorpay.com/v1/orders");
    const { amount, currency, receipt } = JSON.parse(String(init.body)) as typeof newOrder;
    if (amount < 100)
      return Response.json(recordedFault("The amount must be at least INR 1.00", "amount"), { status: 400 });
    const id = `order_EKwxwAgItmmXd${++count}`;
    listed.set(id, []);
    return Response.json({
      ...{ id, entity: "order", amount, amount_paid: 0, amount_due: amount, currency, receipt },
      ...{ offer_id: null, status: "created", attempts: 0, notes: [], created_at: 1582628071 },
    });
  };
  const announce = (event: string, payment: object, order?: object) => {
    const payload = { payment: { entity: payment }, ...(order ? { order: { entity: order } } : {}) };
    const contains = Object.keys(payload);
    const body = {
      entity: "event",
      account_id: "acc_BFQ7uQEaa7j2z7",
      event,
      contains,
      payload,
      created_at: 1567674606,
    };
    const raw = Buffer.from(JSON.stringify(body, null, 2));
    sent.push({ raw, signature: createHmac("sha256", webhookSecret).update(raw).digest("hex"), eventId: `${++count}` });
  };
  return {
    payments: razorpayPayments({
      ...recordedKeys,
      baseUrl: "https://api.razorpay.com",
      checkoutUrl: "/c.js",
      fetch: answer,
    }),
    sent,
    async pay(orderId, outcome) {
      const status = outcome === "payment_failed" ? "failed" : outcome;
      const payment = recordedPayment({ orderId, status, id: `pay_DESlfW9H8K9uq${++count}` });
      listed.get(orderId)?.push(payment);
      if (status === "failed") announce("payment.failed", payment);
      else announce("payment.authorized", { ...payment, status: "authorized", captured: false });
      if (status === "captured") {
        announce("payment.captured", payment);
        announce("order.paid", payment, { id: orderId, entity: "order", amount: 249900, status: "paid", notes: [] });
      }
      const signature = createHmac("sha256", keySecret).update(`${orderId}|${payment.id}`).digest("hex");
      return { razorpay_payment_id: payment.id, razorpay_order_id: orderId, razorpay_signature: signature };
    },
  };
}

function recordedFault(description: string, field?: string) {
  const error = { code: "BAD_REQUEST_ERROR", description, source: "business", step: "payment_initiation" };
  return { error: { ...error, reason: "input_validation_failed", metadata: {}, ...(field ? { field } : {}) } };
}

async function readSent(request: Request): Promise<Sent> {
  return {
    raw: new Uint8Array(await request.arrayBuffer()),
    signature: request.headers.get("x-razorpay-signature") ?? "",
    eventId: request.headers.get("x-razorpay-event-id") ?? "",
  };
}

function isProof(payments: Side["payments"], proof: Record<string, string>): boolean {
  const {
    razorpay_order_id: orderId = "",
    razorpay_payment_id: paymentId = "",
    razorpay_signature: signature = "",
  } = proof;
  return payments.isSigned({ orderId, paymentId, signature });
}
