import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import type { Db } from "../db/connect.ts";
import type { Clock } from "../ports.ts";
import { deliveryFaults } from "./delivery-faults.ts";
import { Fault } from "./fault.ts";
import { changeToken, chargeToken, createCustomer, deleteToken, readTokenOf } from "./mandates.ts";
import { createOrder, parseAs } from "./orders.ts";
import { capture, pay } from "./payments.ts";
import { listPayments, listRefunds, type Payment, readOrder, readPayment } from "./records.ts";
import { changeDispute, changeRefund, openDispute, processDue, refund } from "./refunds.ts";
import { listRecon } from "./settlements.ts";
import { isSame, sign } from "./sign.ts";
import { createWebhooks, type Deliver } from "./webhooks.ts";

type Options = {
  db: Db;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  webhookUrl: string;
  clock: Clock;
  deliver?: Deliver;
  webhookTimeoutInMs?: number;
};

/** A local payment provider that speaks Razorpay's protocol. No money moves. */
export function createGateway(options: Options) {
  const { db, keyId, keySecret, webhookSecret, webhookUrl, clock, deliver, webhookTimeoutInMs } = options;
  const webhooks = createWebhooks({
    db,
    secret: webhookSecret,
    url: webhookUrl,
    deliver,
    timeoutInMs: webhookTimeoutInMs,
  });
  const inFlight = new Set<Promise<unknown>>();
  /** Like the provider, sends webhooks after the answer. A failed one stays due for the next `deliverDue`. */
  const deliverSoon = () => {
    const delivery = webhooks.deliverDue(clock.now()).catch(() => {});
    inFlight.add(delivery);
    delivery.finally(() => inFlight.delete(delivery));
  };
  const context = () => ({ db, webhooks, now: clock.now() });

  const app = new Hono({ strict: false });
  app.onError((error, c) => {
    if (error instanceof Fault) return c.json(error.body, error.status);
    if (error instanceof HTTPException) return error.getResponse();
    throw error;
  });
  app.use("/*", bodyLimit({ maxSize: 65_536 }));

  app.use("/v1/*", async (c, next) => {
    if (isMerchant(c.req.header("authorization"), { keyId, keySecret })) return next();
    c.header("www-authenticate", 'Basic realm="Razorpay"');
    throw new Fault("Authentication failed", { status: 401, reason: "authentication_failed" });
  });
  app.post("/v1/orders", async (c) => c.json(await createOrder(db, await readBody(c), clock.now())));
  app.get("/v1/orders/:id", async (c) => c.json(await readOrder(db, { id: c.req.param("id") })));
  app.get("/v1/orders/:id/payments", async (c) => {
    const { id } = await readOrder(db, { id: c.req.param("id") });
    const items = await listPayments(db, id);
    return c.json({ entity: "collection", count: items.length, items });
  });
  app.get("/v1/settlements/recon/combined", async (c) => c.json(await listRecon(db, c.req.query(), clock.now())));
  app.post("/v1/customers", async (c) => c.json(await createCustomer(context(), await readBody(c))));
  app.get("/v1/customers/:customerId/tokens/:id", async (c) => c.json(await readTokenOf(db, c.req.param())));
  app.delete("/v1/customers/:customerId/tokens/:id", async (c) => {
    const done = await deleteToken(context(), c.req.param());
    deliverSoon();
    return c.json(done);
  });
  app.post("/v1/payments/create/recurring", async (c) => {
    const payment = await chargeToken(context(), await readBody(c));
    deliverSoon();
    return c.json(proofOf(payment, keySecret));
  });
  app.get("/v1/payments/:id", async (c) => c.json(await readPayment(db, { id: c.req.param("id") })));
  app.post("/v1/payments/:id/capture", async (c) => {
    const payment = await capture(context(), c.req.param("id"), await readBody(c));
    deliverSoon();
    return c.json(payment);
  });
  app.post("/v1/payments/:id/refund", async (c) => {
    const key = c.req.header("x-refund-idempotency");
    const made = await refund(context(), c.req.param("id"), { body: await readBody(c), key });
    deliverSoon();
    return c.json(made);
  });
  app.get("/v1/payments/:id/refunds", async (c) => {
    const items = await listRefunds(db, await readPayment(db, { id: c.req.param("id") }));
    return c.json({ entity: "collection", count: items.length, items });
  });
  app.all("/v1/*", () => {
    throw new Fault("The requested URL was not found on the server.");
  });

  app.get("/checkout.js", (c) => sendFile(c, { name: "checkout.js", type: "text/javascript; charset=utf-8" }));
  app.get("/checkout.css", (c) => sendFile(c, { name: "checkout.css", type: "text/css; charset=utf-8" }));
  app.post("/checkout/:orderId/pay", async (c) => {
    const { key, ...attempt } = await readBody(c);
    if (key !== keyId) throw new Fault("The api key provided is invalid", { status: 401 });
    const payment = await pay(context(), c.req.param("orderId"), attempt);
    deliverSoon();
    return c.json(payment.status === "failed" ? failureOf(payment) : proofOf(payment, keySecret));
  });

  // What the merchant or a bank does elsewhere: in the provider's own dashboard.
  const inDashboard = (path: string, act: (id: string, body: object) => Promise<object>) =>
    app.post(`/dashboard/${path}`, async (c) => {
      const { key, ...body } = await readBody(c);
      if (key !== keyId) throw new Fault("The api key provided is invalid", { status: 401 });
      const done = await act(c.req.param("id") ?? "", body);
      deliverSoon();
      return c.json(done);
    });
  inDashboard("payments/:id/refund", (id, body) => refund(context(), id, { body }));
  inDashboard("payments/:id/dispute", (id, body) => openDispute(context(), id, body));
  inDashboard("refunds/:id", (id, body) => changeRefund(context(), id, body));
  inDashboard("tokens/:id", (id, body) => changeToken(context(), id, body));
  inDashboard("disputes/:id", (id, body) => changeDispute(context(), id, body));

  app.post("/mood", async (c) => {
    const faults = parseAs(deliveryFaults, await readBody(c));
    webhooks.setDeliveryFaults(faults);
    return c.json(faults);
  });

  return {
    app,
    /** Call this regularly: it sends the webhooks that are due by `now`, including those from before a restart. */
    deliverDue: async (now: Date) => {
      await processDue({ db, webhooks, now });
      return webhooks.deliverDue(now);
    },
    setDeliveryFaults: webhooks.setDeliveryFaults,
    /** Resolves when all deliveries in progress are done. */
    settled: async () => {
      await Promise.all(inFlight);
    },
  };
}

function isMerchant(header = "", { keyId, keySecret }: { keyId: string; keySecret: string }): boolean {
  const [, encoded = ""] = header.match(/^Basic ([\w+/=-]+)$/i) ?? [];
  const [, id = "", secret = ""] =
    Buffer.from(encoded, "base64")
      .toString("utf8")
      .match(/^([^:]*):(.*)$/s) ?? [];
  const [isId, isSecret] = [isSame(id, keyId), isSame(secret, keySecret)];
  return isId && isSecret;
}

/** Accepts JSON only: a form on another site can post every other type. */
async function readBody(c: Context): Promise<Record<string, unknown>> {
  const isJson = /^application\/json\b/i.test(c.req.header("content-type") ?? "");
  const body: unknown = isJson ? await c.req.json().catch(readFailure) : undefined;
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Fault("The request body must be a JSON object.");
  return body as Record<string, unknown>;
}

function readFailure(error: unknown): undefined {
  if (error instanceof SyntaxError) return undefined;
  throw error;
}

function proofOf({ id, order_id }: Payment, keySecret: string) {
  return {
    razorpay_payment_id: id,
    razorpay_order_id: order_id,
    razorpay_signature: sign(`${order_id}|${id}`, keySecret),
  };
}

function failureOf(payment: Payment) {
  return {
    error: {
      code: payment.error_code,
      description: payment.error_description,
      source: payment.error_source,
      step: payment.error_step,
      reason: payment.error_reason,
      metadata: { order_id: payment.order_id, payment_id: payment.id },
    },
  };
}

function sendFile(c: Context, { name, type }: { name: string; type: string }) {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  return c.body(text, 200, { "content-type": type, "cache-control": "no-cache" });
}
