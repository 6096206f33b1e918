import { serve } from "@hono/node-server";
import { Hono } from "hono";
import Razorpay from "razorpay";
import { expect, test } from "vitest";
import { testInstitute } from "../test/institute.ts";
import { localKeys } from "./keys.ts";

type Pointed = { api: { rq: { defaults: { baseURL: string } } } };

test("the provider's own client creates and fetches an order at our gateway", async () => {
  const { db, gateway } = await testInstitute();
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
  await new Promise((down) => server.close(down));
});
