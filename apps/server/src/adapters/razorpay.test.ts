import { createHmac } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createGateway } from "../gateway/gateway.ts";
import { localKeys } from "../gateway/keys.ts";
import type { WebhookEvent } from "../ports.ts";
import { testInstitute } from "../test/institute.ts";
import { razorpayPayments } from "./razorpay.ts";

const { db, deps } = await testInstitute();
const newOrder = { amount: 249900, currency: "INR", receipt: "rcpt_1", notes: { courseId: "excel" } } as const;
const recordedKeys = { keyId: "rzp_test_recorded", keySecret: "EnLs21M47BllR3X8PSFtjtbd", webhookSecret: "123456" };

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
    expect(await payments.paymentsOf(order.id)).toEqual([payment]);
    expect(isProof(payments, { ...proof, razorpay_order_id: order.id })).toBe(true);
    const events = sent.map(({ raw, signature }) => payments.readWebhook(raw, signature));
    expect(events).toEqual([
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

describe("signatures from the documentation", () => {
  const payments = razorpayPayments({ ...recordedKeys, baseUrl: "http://127.0.0.1:9", checkoutUrl: "/checkout.js" });

  test("the example for a payment is valid", () => {
    const signature = "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f";
    const proof = { orderId: "order_IEIaMR65cu6nz3", paymentId: "pay_IH4NVgf4Dreq1l", signature };
    expect(payments.isSigned(proof)).toBe(true);
    for (const forged of forgeries(signature)) expect(payments.isSigned({ ...proof, signature: forged })).toBe(false);
  });

  test("the example for a webhook is valid over the raw bytes only", () => {
    const signature = "2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc";
    const hmac = (text: string) => createHmac("sha256", recordedKeys.webhookSecret).update(text).digest("hex");
    expect(hmac('{"a":1,"b":2,"c":{"d":3}}')).toBe(signature);
    // The signature is right, but the body is not an event.
    expect(payments.readWebhook(Buffer.from('{"a":1,"b":2,"c":{"d":3}}'), signature)).toBeNull();
    const event = '{"event":"payment.captured" , "payload":{}}';
    expect(payments.readWebhook(Buffer.from(event), hmac(event))).toEqual(noPayment("payment.captured"));
    expect(payments.readWebhook(Buffer.from(event.replace(" ,", ",")), hmac(event))).toBeNull();
  });

  test.each<[string, WebhookEvent | null]>([
    ["", null],
    ["{", null],
    ["null", null],
    ['"payment.captured"', null],
    ["[]", null],
    ['{"event":5,"payload":{}}', null],
    ['{"event":"payment.downtime.started"}', noPayment("payment.downtime.started")],
    ['{"event":"x","payload":null}', noPayment("x")],
    ['{"event":"x","payload":{"payment":{"entity":{"id":"pay_1"}}}}', noPayment("x", "", { isUnreadable: true })],
    ['{"event":"x","payload":{"payment":[],"order":{"entity":{"id":"order_7"}}}}', noPayment("x", "order_7")],
    [
      '{"event":"invoice.paid","payload":{"order":{"entity":{"id":"order_7"}},"invoice":{"entity":{}}}}',
      noPayment("invoice.paid", "order_7"),
    ],
  ])("the signed body %j is read as far as possible", (text, expected) => {
    const signature = createHmac("sha256", recordedKeys.webhookSecret).update(text).digest("hex");
    expect(payments.readWebhook(Buffer.from(text), signature)).toEqual(expected);
  });

  test("an id that contains the separator of the signed text is refused", () => {
    const signature = createHmac("sha256", recordedKeys.keySecret).update("order_1|pay_2|pay_3").digest("hex");
    expect(payments.isSigned({ orderId: "order_1", paymentId: "pay_2|pay_3", signature })).toBe(false);
    expect(payments.isSigned({ orderId: "order_1|pay_2", paymentId: "pay_3", signature })).toBe(false);
  });

  test("an account without a secret is refused", () => {
    const account = { ...recordedKeys, baseUrl: "http://127.0.0.1:9", checkoutUrl: "/checkout.js" };
    expect(() => razorpayPayments({ ...account, keySecret: "" })).toThrow();
    expect(() => razorpayPayments({ ...account, webhookSecret: "" })).toThrow();
  });
});

describe("when the provider fails", () => {
  const secrets = /EnLs21M47BllR3X8PSFtjtbd|RW5MczIxTTQ3|cnpwX3Rlc3|123456|rcpt_1|excel/;
  const against = (fetch: () => Response | Promise<Response>, timeoutInMs = 1000) =>
    razorpayPayments({ ...recordedKeys, baseUrl: "https://rzp.test/", checkoutUrl: "/c.js", fetch, timeoutInMs });

  test.each([301, 302, 400, 401, 429, 500, 502, 503])(
    "an answer of %i is an error with the status and without secrets",
    async (status) => {
      const echo = () =>
        new Response(JSON.stringify({ error: { code: "X Y", description: "rcpt_1 excel" } }), { status });
      const error = await failure(against(echo).createOrder(newOrder));
      expect(error.message).toContain(String(status));
      expect(inspect(error, { depth: 9 })).not.toMatch(secrets);
    },
  );

  test("a missing answer is an error after the time-out", async () => {
    const waiting = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_done, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const account = { ...recordedKeys, baseUrl: "https://rzp.test", checkoutUrl: "/c.js" };
    const payments = razorpayPayments({ ...account, fetch: waiting, timeoutInMs: 50 });
    const error = await failure(payments.paymentsOf("order_1"));
    expect(error.message).toBe("Razorpay: payments not read: no answer (TimeoutError)");
  });

  test("an unreachable provider is an error without the key", async () => {
    const account = { ...recordedKeys, baseUrl: "http://127.0.0.1:1", checkoutUrl: "/c.js" };
    const error = await failure(razorpayPayments(account).createOrder(newOrder));
    expect(error.message).toContain("no answer");
    expect(inspect(error, { depth: 9 })).not.toMatch(secrets);
  });

  test.each([
    "",
    "<html>",
    "[]",
    '{"id":"order_1"}',
    '{"id":"pay_1","amount":249900,"currency":"INR","status":"created"}',
  ])("an answer of %j is not accepted as an order", async (text) => {
    await expect(against(() => new Response(text)).createOrder(newOrder)).rejects.toThrow("unexpected form");
  });

  test("an order with another amount is not accepted", async () => {
    const order = { id: "order_1", amount: 100, currency: "INR", status: "created" };
    await expect(against(() => Response.json(order)).createOrder(newOrder)).rejects.toThrow("another amount");
  });

  test("a payment of another order is not accepted", async () => {
    const items = [recordedPayment({ orderId: "order_2", status: "captured" })];
    await expect(against(() => Response.json({ items })).paymentsOf("order_1")).rejects.toThrow("another order");
  });

  test("a payment with an undocumented status does not hide the captured one in the list", async () => {
    const odd = { ...recordedPayment({ orderId: "order_1", status: "created" }), status: "pending", method: null };
    const items = [odd, recordedPayment({ orderId: "order_1", status: "captured" })];
    const found = await against(() => Response.json({ entity: "collection", count: 2, items })).paymentsOf("order_1");
    expect(found.map(({ status }) => status)).toEqual(["created", "captured"]);
  });

  test.each(["", "order_", "order_1/../x", "order_1?x=1", "pay_1", "../orders"])(
    "the order id %j is refused before any request",
    async (id) => {
      const payments = against(() => {
        throw new Error("asked");
      });
      await expect(payments.paymentsOf(id)).rejects.toThrow("not an order id");
    },
  );
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

function recordedPayment({
  orderId,
  status,
  id = "pay_DESlfW9H8K9uqM",
}: {
  orderId: string;
  status: string;
  id?: string;
}) {
  return {
    ...{ id, entity: "payment", amount: 249900, currency: "INR", status, order_id: orderId, invoice_id: null },
    ...{
      international: false,
      method: "upi",
      amount_refunded: 0,
      refund_status: null,
      captured: status === "captured",
    },
    ...{ description: null, card_id: null, bank: null, wallet: null, vpa: "gaurav.kumar@exampleupi", notes: [] },
    ...{ email: "gaurav.kumar@example.com", contact: "+919876543210", fee: 5898, tax: 900, error_code: null },
    ...{ error_description: null, acquirer_data: { rrn: "922204078902" }, created_at: 1567674599 },
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

function forgeries(signature: string): string[] {
  const flipped = (signature.startsWith("0") ? "1" : "0") + signature.slice(1);
  return [
    flipped,
    signature.slice(0, -1),
    signature.slice(0, 32),
    "",
    `${signature}0`,
    "z".repeat(64),
    "é".repeat(64),
    "0".repeat(64),
  ];
}

function noPayment(event: string, orderId = "", { isUnreadable = false } = {}): WebhookEvent {
  return { event, orderId, payment: null, isUnreadable };
}

async function failure(asking: Promise<unknown>): Promise<Error> {
  const error = await asking.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  return error;
}
