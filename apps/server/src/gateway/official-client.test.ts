import { serve } from "@hono/node-server";
import { Hono } from "hono";
import Razorpay from "razorpay";
import { expect, test } from "vitest";
import { testInstitute } from "../test/institute.ts";
import { payAtGateway } from "../test/paying.ts";
import { localKeys } from "./keys.ts";

type Pointed = { api: { rq: { defaults: { baseURL: string } } } };

test("the provider's own client creates an order at our gateway, fetches it, gives its money back, and charges by a mandate", async () => {
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

  const customer = { name: "Kavya Raman", contact: "+919840012345", fail_existing: "0" as never };
  const { id: customer_id } = await client.customers.create(customer);
  expect((await client.customers.create(customer)).id).toBe(customer_id);
  const agreed = await client.orders.create({
    ...{ amount: 200000, currency: "INR", receipt: "r2", customer_id },
    token: { max_amount: 200000, expire_at: 1_900_000_000, frequency: "as_presented" },
  });
  await payAtGateway(institute, agreed.id);
  const [first] = (await client.orders.fetchPayments(agreed.id)).items;
  const token = String(first?.token_id);
  const isConfirmed = { recurring_details: { status: "confirmed" }, max_amount: 200000 };
  expect(await client.customers.fetchToken(customer_id, token)).toMatchObject(isConfirmed);
  const charge = async (amount: number, notification?: object) => {
    const next = await client.orders.create({
      amount,
      currency: "INR",
      ...(notification ? { notification } : {}),
    } as never);
    const asked = { email: "kavya@example.com", contact: "+919840012345", currency: "INR", recurring: "1" };
    return client.payments.createRecurringPayment({
      ...{ ...asked, amount, order_id: next.id, customer_id, token, description: "Part 2" },
    } as never);
  };
  const { razorpay_payment_id } = await charge(150000);
  expect(await client.payments.fetch(String(razorpay_payment_id))).toMatchObject({
    status: "captured",
    token_id: token,
  });
  await expect(charge(200100)).rejects.toMatchObject({ statusCode: 400 });
  // Not before the time that the bank has told the payer.
  const later = { token_id: token, payment_after: 1_900_000_000 };
  await expect(charge(150000, later)).rejects.toMatchObject({ statusCode: 400 });
  expect(await client.customers.deleteToken(customer_id, token)).toEqual({ deleted: true });
  await expect(charge(150000)).rejects.toMatchObject({ statusCode: 400 });
  await new Promise((down) => server.close(down));
});
