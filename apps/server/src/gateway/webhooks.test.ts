import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { testInstitute } from "../test/institute.ts";
import { createGateway } from "./gateway.ts";
import { localKeys } from "./keys.ts";
import { sign } from "./sign.ts";

const { db } = await testInstitute();
const keys = await localKeys(db);
const start = new Date("2026-04-10T06:30:00Z");
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const paid = ["payment.authorized", "payment.captured", "order.paid"];

beforeEach(async () => {
  await db.delete(gatewayRecord).where(eq(gatewayRecord.kind, "webhook"));
});

test("a payment sends three signed events, once each", async () => {
  const { pay, received, deliverDue } = open();
  await pay();
  expect(received.map(({ event }) => event)).toEqual(paid);
  for (const { body, signature } of received) expect(signature).toBe(sign(body, keys.webhookSecret));
  expect(received.map(({ body }) => JSON.parse(body).contains)).toEqual([
    ["payment"],
    ["payment"],
    ["payment", "order"],
  ]);
  expect(received.map(({ body }) => JSON.parse(body).payload.payment.entity.status)).toEqual([
    "authorized",
    "captured",
    "captured",
  ]);
  expect(await deliverDue(after(9999))).toBe(0);
  expect(await waiting()).toBe(0);
});

test("a refused webhook is sent again at growing intervals, with the same id and body", async () => {
  const shop = open({ answers: () => new Response(null, { status: 503 }) });
  await shop.pay({ outcome: "payment_failed" });
  expect(shop.received).toHaveLength(1);
  for (const [seconds, count] of [
    [9, 1],
    [10, 2],
    [29, 2],
    [30, 3],
    [69, 3],
    [70, 4],
  ] as const) {
    await shop.deliverDue(after(seconds));
    expect(shop.received).toHaveLength(count);
  }
  expect(new Set(shop.received.map(({ eventId, body }) => eventId + body)).size).toBe(1);
});

test.each<[string, () => Response | Promise<Response>]>([
  ["a redirect", () => new Response(null, { status: 302, headers: { location: "/" } })],
  ["a refusal", () => new Response(null, { status: 400 })],
  ["an unreachable shop", () => Promise.reject(new TypeError("fetch failed"))],
  ["a shop that does not answer", () => new Promise(() => {})],
])("%s leaves the webhook due", async (_, answers) => {
  const shop = open({ answers });
  await shop.pay({ outcome: "payment_failed" });
  expect(await waiting()).toBe(1);
});

test("another process delivers the webhooks of a crashed one", async () => {
  const dead = open({ answers: () => new Response(null, { status: 500 }) });
  await dead.pay();
  const next = open();
  expect(await next.deliverDue(after(60))).toBe(3);
  expect(next.received.map(({ event }) => event)).toEqual(paid);
  expect(await waiting()).toBe(0);
});

test("two processes that deliver at once send each webhook once", async () => {
  const busy = open();
  busy.setDeliveryFaults({ late: 1, twice: false, reordered: false, dropped: false });
  await busy.pay();
  await busy.pay();
  const other = open();
  const counts = await Promise.all([busy.deliverDue(after(5)), other.deliverDue(after(5))]);
  expect(counts[0] + counts[1]).toBe(6);
  expect(busy.received.length + other.received.length).toBe(6);
});

test("after a day a webhook is no longer sent, but stays in the table", async () => {
  const shop = open({ answers: () => new Response(null, { status: 500 }) });
  await shop.pay({ outcome: "payment_failed" });
  await shop.deliverDue(after(23 * 3600));
  expect(shop.received).toHaveLength(2);
  await shop.deliverDue(after(24 * 3600 + 1));
  await shop.deliverDue(after(48 * 3600));
  expect(shop.received).toHaveLength(2);
  expect(await waiting()).toBe(1);
});

test("with the fault `late`, webhooks arrive late", async () => {
  const shop = open();
  await shop.postFaults({ late: 300 });
  await shop.pay({ outcome: "payment_failed" });
  await shop.postFaults({});
  await shop.pay();
  expect(shop.received.map(({ event }) => event)).toEqual(paid);
  await shop.deliverDue(after(299));
  expect(shop.received).toHaveLength(3);
  await shop.deliverDue(after(300));
  expect(shop.received.at(-1)?.event).toBe("payment.failed");
});

test("with the fault `twice`, webhooks arrive twice with one id", async () => {
  const shop = open();
  await shop.postFaults({ twice: true });
  await shop.pay();
  expect(shop.received.map(({ event }) => event)).toEqual(paid.flatMap((event) => [event, event]));
  expect(new Set(shop.received.map(({ eventId }) => eventId)).size).toBe(3);
});

test("with the fault `reordered`, webhooks arrive in the wrong order", async () => {
  const shop = open();
  await shop.postFaults({ reordered: true });
  await shop.pay();
  expect(shop.received.map(({ event }) => event)).toEqual(paid.toReversed());
});

test("with the fault `dropped`, webhooks never arrive", async () => {
  const shop = open();
  await shop.postFaults({ dropped: true });
  await shop.pay();
  expect(await shop.deliverDue(after(3600))).toBe(0);
  expect(shop.received).toEqual([]);
});

test("unknown faults and invalid delays are refused", async () => {
  const { postFaults } = open();
  expect((await postFaults({ angry: true })).status).toBe(400);
  for (const late of [-1, 86_401, 1e15, 1e308]) expect((await postFaults({ late })).status).toBe(400);
});

type Received = { event: string; eventId: string | null; signature: string | null; body: string };

function open({ answers = () => new Response() }: { answers?: () => Response | Promise<Response> } = {}) {
  const received: Received[] = [];
  const gateway = createGateway({
    ...keys,
    db,
    clock: { now: () => start },
    webhookUrl: "http://shoreline.test/webhook",
    webhookTimeoutInMs: 200,
    async deliver(request) {
      const { headers } = request;
      const body = await request.text();
      received.push({
        event: JSON.parse(body).event,
        eventId: headers.get("x-razorpay-event-id"),
        signature: headers.get("x-razorpay-signature"),
        body,
      });
      return answers();
    },
  });
  const authorization = `Basic ${Buffer.from(`${keys.keyId}:${keys.keySecret}`).toString("base64")}`;
  const post = async (path: string, body: unknown) =>
    gateway.app.request(path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    received,
    deliverDue: gateway.deliverDue,
    setDeliveryFaults: gateway.setDeliveryFaults,
    postFaults: (faults: unknown) => post("/mood", faults),
    async pay({ outcome = "captured" } = {}) {
      const order = (await (await post("/v1/orders", { amount: 50000, currency: "INR" })).json()) as { id: string };
      await post(`/checkout/${order.id}/pay`, { key: keys.keyId, method: "upi", outcome });
      await gateway.settled();
    },
  };
}

async function waiting(): Promise<number> {
  return db.$count(gatewayRecord, eq(gatewayRecord.kind, "webhook"));
}
