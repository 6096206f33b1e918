import { createHmac } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { WebhookEvent } from "../ports.ts";
import { failure, forgeries, newOrder, recordedKeys, recordedPayment } from "../test/razorpay.ts";
import { razorpayPayments } from "./razorpay.ts";

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
    [
      '{"event":"refund.processed","payload":{"refund":{"entity":{"id":"x"}}}}',
      noPayment("refund.processed", "", { isUnreadable: true }),
    ],
    [
      '{"event":"payment.dispute.lost","payload":{"dispute":{"entity":{"id":"disp_1"}}}}',
      noPayment("payment.dispute.lost", "", { isUnreadable: true }),
    ],
    ['{"event":"x","payload":{"payment":[],"order":{"entity":{"id":"order_7"}}}}', noPayment("x", "order_7")],
    [
      '{"event":"invoice.paid","payload":{"order":{"entity":{"id":"order_7"}},"invoice":{"entity":{}}}}',
      noPayment("invoice.paid", "order_7"),
    ],
  ])("the signed body %j is read as far as possible", (text, expected) => {
    const signature = createHmac("sha256", recordedKeys.webhookSecret).update(text).digest("hex");
    expect(payments.readWebhook(Buffer.from(text), signature)).toEqual(expected);
  });

  test("a refund and a dispute are read as the documentation prints them", () => {
    const refund = {
      ...{ id: "rfnd_FS8SHiz3RdYTfd", entity: "refund", amount: 100000, currency: "INR", payment_id: "pay_FS8D8" },
      ...{ notes: [], receipt: null, acquirer_data: { arn: null }, created_at: 1597078866, status: "processed" },
    };
    const dispute = {
      ...{ id: "disp_AHfqOvkldwsbqt", entity: "dispute", payment_id: "pay_FS8D8", amount: 39000, currency: "INR" },
      ...{ amount_deducted: 0, reason_code: "pre_arbitration", respond_by: 1590604200, status: "under_review" },
      ...{ phase: "pre_arbitration", created_at: 1590059211 },
    };
    const text = JSON.stringify({
      event: "x",
      created_at: 1597078914,
      payload: { refund: { entity: refund }, dispute: { entity: dispute } },
    });
    const signature = createHmac("sha256", recordedKeys.webhookSecret).update(text).digest("hex");
    expect(payments.readWebhook(Buffer.from(text), signature)).toEqual({
      ...noPayment("x"),
      at: "2020-08-10T17:01:54.000Z",
      refund: { id: refund.id, paymentId: "pay_FS8D8", amount: 100000, status: "processed", refundId: null },
      dispute: {
        ...{ id: dispute.id, paymentId: "pay_FS8D8", amount: 39000, reason: "pre_arbitration", status: "under review" },
        ...{ respondBy: "2020-05-27T18:30:00.000Z", openedAt: "2020-05-21T11:06:51.000Z" },
      },
    });
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

function noPayment(event: string, orderId = "", { isUnreadable = false } = {}): WebhookEvent {
  return { event, orderId, at: null, payment: null, refund: null, dispute: null, tokenId: null, isUnreadable };
}
