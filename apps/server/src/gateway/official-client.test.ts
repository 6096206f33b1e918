import { serve } from "@hono/node-server";
import { Hono } from "hono";
import Razorpay from "razorpay";
import { expect, test } from "vitest";
import { testInstitute } from "../test/institute.ts";
import { payAtGateway } from "../test/paying.ts";
import { localKeys } from "./keys.ts";

type Pointed = { api: { rq: { defaults: { baseURL: string } } } };

test("the provider's own client creates an order at our gateway, fetches it, and gives its money back", async () => {
  const institute = await testInstitute();
  const { db, gateway } = institute;
  const { keyId, keySecret } = await localKeys(db);
  const outside = new Hono().route("/dev/gateway", gateway.app);
  const server = serve({ fetch: outside.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((up) => server.once("listening", up));
  const { port } = server.address() as { port: number };
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret });
  (client as unknown as Pointed).api.rq.defaults.baseURL = `http://127.0.0.1:${port}/dev/gateway`;
  const made = await client.orders.create({ amount: 599900, currency: "INR", receipt: "r1", notes: { purpose: "x" } });
  expect(made).toMatchObject({ id: expect.stringMatching(/^order_/), amount: 599900, status: "created" });
  expect(await client.orders.fetch(made.id)).toEqual(made);
  await expect(client.orders.create({ amount: 1, currency: "INR" })).rejects.toMatchObject({ statusCode: 400 });

  await payAtGateway(institute, made.id);
  const [paid] = (await client.orders.fetchPayments(made.id)).items;
  const paymentId = paid?.id ?? "";
  const part = await client.payments.refund(paymentId, {
    ...{ amount: 100000, speed: "normal", receipt: "f1", notes: { refundId: crypto.randomUUID() } },
  });
  expect(part).toMatchObject({ entity: "refund", amount: 100000, payment_id: paymentId, status: "pending" });
  const { items } = await client.payments.fetchMultipleRefund(paymentId, {});
  expect(items).toEqual([part]);
  await expect(client.payments.refund(paymentId, { amount: 500000 })).rejects.toMatchObject({ statusCode: 400 });
  // Without an amount the rest goes back.
  expect(await client.payments.refund(paymentId, {})).toMatchObject({ amount: 499900 });
  await new Promise((down) => server.close(down));
});
