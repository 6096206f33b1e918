import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { testInstitute } from "../test/institute.ts";
import { failures } from "./failures.ts";
import { createGateway } from "./gateway.ts";
import { localKeys } from "./keys.ts";

const { db } = await testInstitute();
const keys = await localKeys(db);
const start = new Date("2026-04-10T06:30:00Z");
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
const authorization = basic(keys.keyId, keys.keySecret);
const wanted = { amount: 50000, currency: "INR", receipt: "r1", notes: { course: "excel" } };

test("keys are created once per installation, and every installation gets different keys", async () => {
  expect(await localKeys(db)).toEqual(keys);
  expect(keys.keyId).toMatch(/^rzp_local_\w{14}$/);
  await db.delete(gatewayRecord).where(eq(gatewayRecord.id, "keys"));
  const [one, two] = await Promise.all([localKeys(db), localKeys(db)]);
  expect(one).toEqual(two);
  expect(Object.values(one)).not.toContainEqual(expect.toSatisfy((value) => Object.values(keys).includes(value)));
  await db.update(gatewayRecord).set({ data: keys }).where(eq(gatewayRecord.id, "keys"));
});

test("an order has the fields that the provider documents", async () => {
  const { post, get } = open();
  const created = await post("/v1/orders", wanted);
  expect(created).toEqual({
    id: expect.stringMatching(/^order_\w{14}$/),
    entity: "order",
    amount: 50000,
    amount_paid: 0,
    amount_due: 50000,
    currency: "INR",
    receipt: "r1",
    offer_id: null,
    status: "created",
    attempts: 0,
    notes: { course: "excel" },
    created_at: start.getTime() / 1000,
  });
  expect(await get(`/v1/orders/${created.id}`)).toEqual(created);
  expect(await post("/v1/orders", { ...wanted, notes: {} })).toMatchObject({ notes: [] });
});

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, "v"]));

test.each<[string, Record<string, unknown>, string | undefined]>([
  ["no amount", { amount: undefined }, "amount"],
  ["an amount below the minimum", { amount: 99 }, "amount"],
  ["half a paisa", { amount: 100.5 }, "amount"],
  ["an amount as text", { amount: "50000" }, "amount"],
  ["an amount that is too large", { amount: 1e300 }, "amount"],
  ["no currency", { currency: undefined }, "currency"],
  ["another currency", { currency: "USD" }, "currency"],
  ["a long receipt", { receipt: "r".repeat(41) }, "receipt"],
  ["sixteen notes", { notes: pairs(16) }, "notes"],
  ["a long note", { notes: { course: "x".repeat(257) } }, "notes"],
  ["a note with a long name", { notes: { ["x".repeat(257)]: "x" } }, "notes"],
  ["a note with a NUL character", { notes: { course: "a\0b" } }, "notes"],
  ["half a character", { receipt: "\ud800" }, "receipt"],
  ["an unknown field", { colour: "blue" }, undefined],
])("an order with %s is refused with the provider's error body", async (_, wrong, field) => {
  const { request } = open();
  const response = await request("/v1/orders", { ...wanted, ...wrong });
  expect(response.status).toBe(400);
  const { error } = await read(response);
  expect(error).toMatchObject({ code: "BAD_REQUEST_ERROR", source: "business", step: "payment_initiation" });
  expect(error).toMatchObject({ reason: "input_validation_failed", description: expect.any(String) });
  expect(error.field).toBe(field);
});

test("an order at the limits is accepted", async () => {
  const { post } = open();
  const notes = { ...pairs(14), course: "x".repeat(256) };
  expect(await post("/v1/orders", { amount: 100, currency: "INR", receipt: "r".repeat(40), notes })).toMatchObject({
    notes,
  });
});

test.each(["", "Basic", "Bearer x", basic(keys.keyId, "wrong"), basic("wrong", keys.keySecret), basic("", "")])(
  "the API refuses the authorization %j",
  async (wrong) => {
    const { app } = open();
    const response = await app.request("/v1/orders/order_1", { headers: { authorization: wrong } });
    expect(response.status).toBe(401);
    expect(await read(response)).toMatchObject({ error: { code: "BAD_REQUEST_ERROR" } });
  },
);

test.each(["order_00000000000000", "keys", "pay_1"])("%s is not an order", async (id) => {
  const { app } = open();
  const response = await app.request(`/v1/orders/${id}`, { headers: { authorization } });
  expect(response.status).toBe(400);
  expect(await read(response)).toMatchObject({ error: { description: "The id provided does not exist" } });
});

test("an order can be paid after a failed attempt, but only once", async () => {
  const { post, get, pay } = open();
  const { id } = await post("/v1/orders", wanted);
  const failed = await pay(id, { outcome: "card_declined", method: "card" });
  const [payment] = (await get(`/v1/orders/${id}/payments`)).items;
  expect(failed.error).toEqual({ ...failures.card_declined, metadata: { order_id: id, payment_id: payment?.id } });
  expect(payment).toMatchObject({ status: "failed", captured: false, error_reason: "card_declined", method: "card" });
  expect(await get(`/v1/orders/${id}`)).toMatchObject({ status: "attempted", attempts: 1, amount_due: 50000 });
  await pay(id);
  expect(await get(`/v1/orders/${id}`)).toMatchObject({
    status: "paid",
    attempts: 2,
    amount_paid: 50000,
    amount_due: 0,
  });
  for (const outcome of ["captured", "payment_failed"])
    expect(await pay(id, { outcome })).toMatchObject({
      error: { description: "Payment already done for this order." },
    });
  expect((await get(`/v1/orders/${id}/payments`)).count).toBe(2);
});

test("only one of ten parallel payments is accepted", async () => {
  const { post, pay } = open();
  const { id } = await post("/v1/orders", wanted);
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(id)));
  expect(answers.filter((answer) => answer.razorpay_signature)).toHaveLength(1);
});

test("an authorized payment waits for its capture", async () => {
  const { post, get, pay, events, settled } = open();
  const { id } = await post("/v1/orders", wanted);
  const { razorpay_payment_id } = await pay(id, { outcome: "authorized" });
  expect(await get(`/v1/orders/${id}`)).toMatchObject({ status: "attempted", amount_paid: 0 });
  await settled();
  const path = `/v1/payments/${razorpay_payment_id}/capture`;
  expect(await post(path, { amount: 100, currency: "INR" })).toMatchObject({ error: { field: "amount" } });
  expect(await post(path, { amount: 50000, currency: "INR" })).toMatchObject({ status: "captured", captured: true });
  expect(await post(path, { amount: 50000, currency: "INR" })).toHaveProperty("error");
  expect(await get(`/v1/orders/${id}`)).toMatchObject({ status: "paid" });
  await settled();
  expect(events()).toEqual(["payment.authorized", "payment.captured", "order.paid"]);
});

test.each<[string, Record<string, unknown>, number]>([
  ["another amount", { amount: 40000 }, 400],
  ["another key", { key: "rzp_live_1" }, 401],
  ["an unknown method", { method: "barter" }, 400],
  ["an unknown outcome", { outcome: "miracle" }, 400],
  ["an invalid UPI address", { vpa: "nobody" }, 400],
])("the checkout refuses %s and leaves the order unchanged", async (_, wrong, status) => {
  const { post, get, request } = open();
  const { id } = await post("/v1/orders", wanted);
  const response = await request(`/checkout/${id}/pay`, { key: keys.keyId, method: "upi", ...wrong });
  expect(response.status).toBe(status);
  expect(await get(`/v1/orders/${id}`)).toMatchObject({ status: "created", attempts: 0 });
});

test("a form on another site cannot pay", async () => {
  const { app, post, get } = open();
  const { id } = await post("/v1/orders", wanted);
  const body = JSON.stringify({ key: keys.keyId, method: "upi" });
  const response = await app.request(`/checkout/${id}/pay`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body,
  });
  expect(response.status).toBe(400);
  expect(await get(`/v1/orders/${id}`)).toMatchObject({ status: "created" });
});

test("a payment from failure@upi fails, as in the provider's test mode", async () => {
  const { post, pay } = open();
  const { id } = await post("/v1/orders", wanted);
  expect(await pay(id, { vpa: "failure@upi" })).toMatchObject({ error: { reason: "payment_failed" } });
});

test("the checkout offers every failure of the gateway", async () => {
  const { app } = open();
  const response = await app.request("/checkout.js");
  expect(response.headers.get("content-type")).toContain("javascript");
  const script = await response.text();
  const [, list = ""] = script.match(/const failures = \[([\s\S]*?)\];/) ?? [];
  expect([...list.matchAll(/id: "(\w+)"/g)].map(([, id]) => id)).toEqual(Object.keys(failures));
  expect((await app.request("/checkout.css")).headers.get("content-type")).toContain("text/css");
});

type Answer = Record<string, unknown> & {
  id: string;
  error: { field?: string };
  items: { id: string }[];
  count: number;
} & Record<"razorpay_payment_id" | "razorpay_signature", string>;

async function read(response: Response): Promise<Answer> {
  return (await response.json()) as Answer;
}

// All gateways here share a database: one that still delivers could take the webhooks of the next test.
const opened: { settled(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const { settled } of opened.splice(0)) await settled();
});

function open() {
  const bodies: { event: string }[] = [];
  const { app, settled } = createGateway({
    ...keys,
    db,
    clock: { now: () => start },
    webhookUrl: "http://shoreline.test/webhook",
    async deliver(request) {
      bodies.push((await request.json()) as { event: string });
      return new Response();
    },
  });
  opened.push({ settled });
  const request = async (path: string, body: unknown) =>
    app.request(path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const post = async (path: string, body: unknown) => read(await request(path, body));
  return {
    app,
    settled,
    request,
    post,
    events: () => bodies.map(({ event }) => event),
    get: async (path: string) => read(await app.request(path, { headers: { authorization } })),
    pay: (id: string, more: Record<string, unknown> = {}) =>
      post(`/checkout/${id}/pay`, { key: keys.keyId, amount: 50000, method: "upi", vpa: "success@upi", ...more }),
  };
}
