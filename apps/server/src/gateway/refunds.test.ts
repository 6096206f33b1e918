import { expect, test } from "vitest";
import { RefundRefused } from "../ports.ts";
import { testDay } from "../test/global-setup.ts";
import { testInstitute } from "../test/institute.ts";
import { payAtGateway } from "../test/paying.ts";

const institute = await testInstitute();
const { payments } = institute.deps;

async function paid({ amount = 599_900, outcome = "captured" } = {}) {
  const order = await payments.createOrder({ amount, currency: "INR", receipt: crypto.randomUUID(), notes: {} });
  await payAtGateway(institute, order.id, { outcome });
  const [payment] = await payments.paymentsOf(order.id);
  return { orderId: order.id, paymentId: payment?.id ?? "" };
}

test("a part and then the rest go back, and nothing more", async () => {
  const { paymentId, orderId } = await paid();
  const first = await payments.refund({ paymentId, amount: 100_000, refundId: crypto.randomUUID() });
  expect(first).toMatchObject({ paymentId, amount: 100_000, status: "pending" });
  await expect(payments.refund({ paymentId, amount: 500_000, refundId: crypto.randomUUID() })).rejects.toThrow(
    RefundRefused,
  );
  await payments.refund({ paymentId, amount: 499_900, refundId: crypto.randomUUID() });
  await expect(payments.refund({ paymentId, amount: 100, refundId: crypto.randomUUID() })).rejects.toThrow(
    RefundRefused,
  );
  expect((await payments.refundsOf(paymentId)).map(({ amount }) => amount).sort()).toEqual([100_000, 499_900]);
  expect(await payments.paymentsOf(orderId)).toMatchObject([{ status: "refunded" }]);
});

test("the same refund asked for twice, or twice at once, is made once", async () => {
  const { paymentId } = await paid();
  const asked = { paymentId, amount: 100_000, refundId: crypto.randomUUID() };
  const [one, other] = await Promise.all([payments.refund(asked), payments.refund(asked)]);
  expect(other).toEqual(one);
  expect(await payments.refund(asked)).toEqual(one);
  expect(await payments.refundsOf(paymentId)).toEqual([{ ...one, refundId: asked.refundId }]);
  await expect(payments.refund({ ...asked, amount: 200_000 })).rejects.toThrow(RefundRefused);
});

test.each([
  ["less than ₹1", { amount: 99 }, "captured"],
  ["a payment that was not captured", { amount: 100 }, "authorized"],
])("the provider refuses %s", async (_, { amount }, outcome) => {
  const { paymentId } = await paid({ outcome });
  await expect(payments.refund({ paymentId, amount, refundId: crypto.randomUUID() })).rejects.toThrow(RefundRefused);
  await expect(payments.refund({ paymentId: "pay_unknown", amount, refundId: crypto.randomUUID() })).rejects.toThrow(
    RefundRefused,
  );
});

test("a refund is under way for a moment; one that fails leaves the money where it was", async () => {
  const { paymentId, orderId } = await paid();
  await payments.refund({ paymentId, amount: 599_900, refundId: crypto.randomUUID() });
  institute.setNow(new Date(testDay.getTime() + 2_000));
  await institute.gateway.deliverDue(institute.deps.clock.now());
  expect(await payments.refundsOf(paymentId)).toMatchObject([{ status: "pending" }]);
  const [made] = await payments.refundsOf(paymentId);
  await inDashboard(`refunds/${made?.id}`, { status: "failed" });
  expect(await payments.refundsOf(paymentId)).toMatchObject([{ status: "failed" }]);
  expect(await payments.paymentsOf(orderId)).toMatchObject([{ status: "captured" }]);
  await payments.refund({ paymentId, amount: 599_900, refundId: crypto.randomUUID() });
  institute.setNow(new Date(testDay.getTime() + 60_000));
  await institute.gateway.deliverDue(institute.deps.clock.now());
  const states = (await payments.refundsOf(paymentId)).map(({ status }) => status);
  expect(states.sort()).toEqual(["failed", "processed"]);
});

test("only who has the key acts in the dashboard", async () => {
  const { paymentId } = await paid();
  expect((await inDashboard(`payments/${paymentId}/refund`, { amount: 100 }, "rzp_wrong")).status).toBe(401);
  expect(await payments.refundsOf(paymentId)).toEqual([]);
});

async function inDashboard(path: string, body: object, key = payments.keyId): Promise<Response> {
  return institute.gateway.app.request(`/dashboard/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key, ...body }),
  });
}
