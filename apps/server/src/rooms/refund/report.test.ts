import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { creditNote, dispute, refund } from "../../db/tables/refund.ts";
import { localKeys } from "../../gateway/keys.ts";
import { sign } from "../../gateway/sign.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { deliverWebhook, orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { newPlan, payLink } from "../../test/plans.ts";
import { ask, buyer, inDashboard, letProviderFinish } from "../../test/refunding.ts";
import { newStaff } from "../../test/staff.ts";
import { applyRefund, reconcileAll } from "./report.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const owner = await newStaff(institute, ["owner"]);
const accountant = await newStaff(institute, ["accountant"]);
const noFaults = { late: 0, twice: false, reordered: false, dropped: false };
const { refund: realRefund } = deps.payments;

beforeEach(() => {
  institute.setNow(testDay);
  institute.mails.length = 0;
  institute.gateway.setDeliveryFaults(noFaults);
  deps.payments.refund = realRefund;
});

const rowsOf = (orderId: string) => db.select().from(refund).where(eq(refund.orderId, orderId));
const countNotes = async (refundId: string) => db.$count(creditNote, eq(creditNote.refundId, refundId));
const toLearner = () => institute.mails.filter(({ subject }) => subject.startsWith("We have given you"));

test("a process that dies after the provider's answer and before it is stored gives the money back once", async () => {
  const bought = await buyer(institute);
  let calls = 0;
  deps.payments.refund = async (asked) => {
    await realRefund(asked);
    calls++;
    throw new Error("The process died.");
  };
  const { refundId } = await ask(owner, bought);
  institute.gateway.setDeliveryFaults({ ...noFaults, dropped: true });
  await institute.runJobs();
  expect(calls).toBe(1);
  expect(await rowsOf(bought.orderId)).toMatchObject([{ state: "approved", providerRefundId: null }]);
  deps.payments.refund = realRefund;
  institute.setNow(new Date(testDay.getTime() + 11 * 60_000));
  await reconcileAll(deps);
  await institute.runJobs();
  await settle(institute);
  institute.setNow(new Date(testDay.getTime() + 90 * 60_000));
  await reconcileAll(deps);
  await institute.runJobs();
  expect(await rowsOf(bought.orderId)).toMatchObject([{ id: refundId, state: "done" }]);
  expect(await deps.payments.refundsOf(bought.paymentId)).toHaveLength(1);
  expect(await countNotes(refundId)).toBe(1);
  expect(toLearner()).toHaveLength(1);
});

test("the webhook about the end may come before our own answer, twice and in any order", async () => {
  const bought = await buyer(institute);
  const { refundId } = await ask(owner, bought);
  const seen = { id: "rfnd_early", paymentId: bought.paymentId, amount: bought.amount, refundId };
  for (const status of ["processed", "pending", "processed", "failed"] as const)
    await applyRefund(deps, { ...seen, status });
  await institute.runJobs();
  expect(await rowsOf(bought.orderId)).toMatchObject([{ state: "done", providerRefundId: "rfnd_early" }]);
  expect(await countNotes(refundId)).toBe(1);
  expect(toLearner()).toHaveLength(1);
  // The job finds that nothing is left to send.
  expect(await deps.payments.refundsOf(bought.paymentId)).toEqual([]);
});

test("reports of one refund at the same moment count once", async () => {
  const bought = await buyer(institute);
  const { refundId } = await ask(owner, bought);
  const seen = { id: "rfnd_same", paymentId: bought.paymentId, amount: bought.amount, refundId };
  await Promise.all(Array.from({ length: 5 }, () => applyRefund(deps, { ...seen, status: "processed" })));
  await institute.runJobs();
  expect(await countNotes(refundId)).toBe(1);
  expect(toLearner()).toHaveLength(1);
});

test("a webhook that is delivered twice is stored once, and a forged one is refused", async () => {
  const bought = await buyer(institute);
  institute.gateway.setDeliveryFaults({ ...noFaults, twice: true, reordered: true });
  await ask(owner, bought);
  await letProviderFinish(institute);
  expect(await rowsOf(bought.orderId)).toMatchObject([{ state: "done" }]);
  expect(toLearner()).toHaveLength(1);
  const body = JSON.stringify({ event: "refund.processed", payload: {} });
  const send = (signature: string) =>
    institute.visitor().request("/api/payment/webhook", {
      ...{ method: "POST", body },
      headers: { "content-type": "application/json", "x-razorpay-signature": signature },
    });
  expect((await send("0".repeat(64))).status).toBe(400);
  expect((await send(sign(body, (await localKeys(db)).webhookSecret))).status).toBe(200);
});

test("a part that was given back in the provider's dashboard is in the books, and the learner keeps the course", async () => {
  const bought = await buyer(institute);
  await inDashboard(institute, `payments/${bought.paymentId}/refund`, { amount: 100_000 });
  await letProviderFinish(institute);
  const [row] = await rowsOf(bought.orderId);
  expect(row).toMatchObject({ state: "done", askedBy: null, amountInPaise: 100_000 });
  expect(await countNotes(row?.id ?? "")).toBe(1);
  expect(institute.mails.map(({ subject }) => subject)).toContain("A refund was made in the provider's dashboard");
  expect(await bought.who.enrolment.list({})).toMatchObject([{ status: "Completed" }]);
  expect((await owner.refund.waiting({})).ended).toEqual([]);
  // What is promised and what has gone count together.
  await expect(ask(owner, bought)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("when all of it went back in the dashboard, staff decide whether the course goes too", async () => {
  const [one, other] = [await buyer(institute), await buyer(institute)];
  for (const { paymentId } of [one, other]) await inDashboard(institute, `payments/${paymentId}/refund`);
  await letProviderFinish(institute);
  const { ended } = await owner.refund.waiting({});
  const taskOf = (orderId: string) => ended.find((task) => task.orderId === orderId);
  const [end, keep] = [taskOf(one.orderId), taskOf(other.orderId)];
  const decide = (task: typeof end, isEnded: boolean) =>
    owner.refund.endAccess({ refundId: task?.refundId ?? "", version: task?.version ?? 0, isEnded });
  await expect(
    accountant.refund.endAccess({ refundId: end?.refundId ?? "", version: end?.version ?? 0, isEnded: true }),
  ).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await decide(end, true);
  await decide(keep, false);
  await expect(decide(end, true)).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  expect(await one.who.enrolment.list({})).toMatchObject([{ status: "Refunded" }]);
  expect(await other.who.enrolment.list({})).toMatchObject([{ status: "Completed" }]);
  expect((await owner.refund.waiting({})).ended).toEqual([]);
});

test("when one of several parts went back in the dashboard, nobody is asked about the course until all did", async () => {
  const me = await newLearner(institute);
  const { tokens } = await newPlan(institute, me);
  const paid: string[] = [];
  for (const token of [tokens[0], tokens[1]]) {
    const { proof } = await payLink(institute, token);
    await institute.visitor().due.settle({ token, ...proof });
    paid.push(proof.razorpay_payment_id);
  }
  const asked = async () => (await owner.refund.waiting({})).ended.filter(({ course }) => course === "Python").length;
  await inDashboard(institute, `payments/${paid[0]}/refund`);
  await letProviderFinish(institute);
  expect(await asked()).toBe(0);
  await inDashboard(institute, `payments/${paid[1]}/refund`);
  await letProviderFinish(institute);
  expect(await asked()).toBe(1);
});

test("a refund in the dashboard that leaves less than ₹1 is in the books as it is", async () => {
  const bought = await buyer(institute);
  await inDashboard(institute, `payments/${bought.paymentId}/refund`, { amount: bought.amount - 50 });
  await letProviderFinish(institute);
  expect(await rowsOf(bought.orderId)).toMatchObject([{ state: "done" }]);
});

test("a part that goes back in the dashboard before anybody said what it was for leaves the rest to staff", async () => {
  const { order_id } = await institute.visitor().payment.order({ amount: 500_000 });
  const { razorpay_payment_id: paymentId } = await payAtGateway(institute, order_id);
  await settle(institute);
  await inDashboard(institute, `payments/${paymentId}/refund`, { amount: 100_000 });
  await letProviderFinish(institute);
  const { flags } = await owner.refund.waiting({});
  expect(flags).toMatchObject([
    { reason: "of which some went back", paidInPaise: 500_000, leftInPaise: 400_000, actions: ["refund"] },
  ]);
});

test("a refund whose webhooks are lost is found by asking", async () => {
  const bought = await buyer(institute);
  institute.gateway.setDeliveryFaults({ ...noFaults, dropped: true });
  await ask(owner, bought);
  await letProviderFinish(institute);
  expect(await rowsOf(bought.orderId)).toMatchObject([{ state: "sent" }]);
  institute.setNow(new Date(testDay.getTime() + 15 * 60_000));
  await reconcileAll(deps);
  expect(await rowsOf(bought.orderId)).toMatchObject([{ state: "done" }]);
});

test("a refund that is reported before its payment waits for it", async () => {
  const who = await newLearner(institute);
  const { order_id, amount } = await orderCourse(who);
  institute.gateway.setDeliveryFaults({ ...noFaults, dropped: true });
  const { razorpay_payment_id: paymentId } = await payAtGateway(institute, order_id);
  await inDashboard(institute, `payments/${paymentId}/refund`);
  const [made] = await deps.payments.refundsOf(paymentId);
  if (!made) throw new Error("no refund");
  const seen = { ...made, status: "processed" as const };
  await expect(applyRefund(deps, seen)).rejects.toThrow("not seen yet");
  await deliverWebhook(institute, order_id, { id: paymentId, amount });
  await expect(applyRefund(deps, seen)).rejects.toThrow("not settled yet");
  await institute.runJobs();
  await applyRefund(deps, seen);
  expect(await who.enrolment.list({})).toMatchObject([
    { papers: [{ kind: "invoice" }, { kind: "credit note" }], status: "Completed" },
  ]);
});

test("a dispute is shown with its last day, and its end holds against late reports", async () => {
  const bought = await buyer(institute);
  const { id } = await inDashboard(institute, `payments/${bought.paymentId}/dispute`, { reason: "fraudulent" });
  await settle(institute);
  const [open] = (await owner.refund.waiting({})).disputes;
  expect(open).toMatchObject({ disputeId: id, orderId: bought.orderId, state: "open", amountInPaise: bought.amount });
  expect(open?.respondBy).toBe(new Date(testDay.getTime() + 7 * 86_400_000).toISOString());
  expect(institute.mails.map(({ subject }) => subject)).toContain("A payer disputes a payment");
  institute.gateway.setDeliveryFaults({ ...noFaults, late: 3600 });
  const twice = { amountInPaise: "The payer asked the bank for this money: it would go back twice" };
  await expect(ask(owner, bought)).rejects.toMatchObject({ code: "INVALID_INPUT", fields: twice });

  await inDashboard(institute, `disputes/${id}`, { status: "under_review" });
  institute.gateway.setDeliveryFaults(noFaults);
  institute.setNow(new Date(testDay.getTime() + 60_000));
  await inDashboard(institute, `disputes/${id}`, { status: "lost" });
  await settle(institute);
  institute.setNow(new Date(testDay.getTime() + 2 * 3_600_000));
  await settle(institute);
  expect(await db.select().from(dispute)).toMatchObject([{ state: "lost" }]);
  expect((await owner.refund.waiting({})).disputes).toEqual([]);
  const { disputes, purchase } = await owner.refund.read({ orderId: bought.orderId });
  expect(disputes).toMatchObject([{ state: "lost" }]);
  expect(purchase).toMatchObject({ state: "active" });
  institute.setNow(testDay);
  await expect(ask(owner, bought)).rejects.toMatchObject({ code: "INVALID_INPUT", fields: twice });
});

async function loseDispute(part?: number) {
  const bought = await buyer(institute);
  const { id } = await inDashboard(institute, `payments/${bought.paymentId}/dispute`, {
    ...{ reason: "fraudulent", ...(part ? { amount: part } : {}) },
  });
  await inDashboard(institute, `disputes/${id}`, { status: "lost" });
  await settle(institute);
  return { ...bought, disputeId: id };
}

test("a lost dispute is a task, and staff are told by mail", async () => {
  institute.mails.length = 0;
  const { disputeId, orderId, amount } = await loseDispute();
  const { lost, disputes } = await owner.refund.waiting({});
  expect(lost.find((task) => task.disputeId === disputeId)).toMatchObject({
    ...{ orderId, amountInPaise: amount, reason: "fraudulent", course: "SQL", decision: null },
  });
  expect(disputes.map((one) => one.disputeId)).not.toContain(disputeId);
  const mail = institute.mails.find(({ subject }) => subject === "A dispute is lost");
  expect(mail?.text).toContain("is the fee given up, or still owed?");
});

test("a fee that is given up after a dispute gets a credit note, once, and the access ends as chosen", async () => {
  const { disputeId, orderId, amount, paymentId, who } = await loseDispute();
  const decide = (more: object = {}) =>
    owner.refund.settleDispute({
      ...{ disputeId, decision: "given up", endsAccess: true, note: "Not worth a court", ...more },
    });
  await expect(
    accountant.refund.settleDispute({ disputeId, decision: "given up", endsAccess: false, note: "Not worth a court" }),
  ).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(decide({ disputeId: "disp_unknown" })).rejects.toMatchObject({ code: "UNKNOWN_FLAG" });
  await expect(decide({ note: " " })).rejects.toMatchObject({ fields: { note: expect.any(String) } });
  const both = await Promise.allSettled([decide(), decide()]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(decide({ decision: "still owed" })).rejects.toMatchObject({ code: "FLAG_SETTLED" });
  const rows = await rowsOf(orderId);
  expect(rows).toMatchObject([
    { state: "done", way: "source", amountInPaise: amount, providerRefundId: disputeId, providerPaymentId: paymentId },
  ]);
  expect(await countNotes(rows[0]?.id ?? "")).toBe(1);
  expect(await who.enrolment.list({})).toMatchObject([
    { status: "Refunded", papers: [{ kind: "invoice" }, { kind: "credit note" }] },
  ]);
  const { lost, ended } = await owner.refund.waiting({});
  expect(lost.map((one) => one.disputeId)).not.toContain(disputeId);
  expect(ended.map((one) => one.orderId)).not.toContain(orderId);
  const { timeline, refundedInPaise } = await owner.refund.read({ orderId });
  expect(refundedInPaise).toBe(amount);
  expect(timeline.map(({ text }) => text)).toContain("The fee is given up");
  await institute.runJobs();
  expect(institute.mails.findLast(({ subject }) => subject.includes("back"))?.text).toContain("by your bank");
});

test("a fee that is still owed stays in the books, and the learner keeps the course or not", async () => {
  const [kept, gone] = [await loseDispute(), await loseDispute()];
  const owed = { decision: "still owed", note: "Will pay at the desk" } as const;
  await owner.refund.settleDispute({ ...owed, disputeId: kept.disputeId, endsAccess: false });
  await owner.refund.settleDispute({ ...owed, disputeId: gone.disputeId, endsAccess: true });
  expect(await rowsOf(kept.orderId)).toEqual([]);
  expect(await kept.who.enrolment.list({})).toMatchObject([{ status: "Completed", papers: [{ kind: "invoice" }] }]);
  expect(await gone.who.enrolment.list({})).toMatchObject([{ status: "Refunded", papers: [{ kind: "invoice" }] }]);
  expect((await owner.refund.read({ orderId: kept.orderId })).disputes).toMatchObject([owed]);
});

test("of a payment of which some went back before, a lost dispute takes the rest", async () => {
  const bought = await buyer(institute);
  await inDashboard(institute, `payments/${bought.paymentId}/refund`, { amount: 100_000 });
  await letProviderFinish(institute);
  const { id } = await inDashboard(institute, `payments/${bought.paymentId}/dispute`, { reason: "fraudulent" });
  await inDashboard(institute, `disputes/${id}`, { status: "lost" });
  await settle(institute);
  await (await newStaff(institute, ["owner"])).refund.settleDispute({
    ...{ disputeId: id, decision: "given up", endsAccess: false, note: "Not worth a court" },
  });
  const rows = await rowsOf(bought.orderId);
  expect(rows.reduce((sum, one) => sum + one.amountInPaise, 0)).toBe(bought.amount);
  institute.setNow(testDay);
});
