import type { OrderDetail, StaffDispute, StaffFlag, StaffOrder, StaffRefund, Waiting } from "@shoreline/contract";
import type { StaffRole } from "@shoreline/domain/staff";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { chooseCourse, coursesToFind, sampleCourse } from "../test/courses.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const at = "2026-11-10T12:30:00.000Z";
const orderId = "11111111-1111-4111-8111-111111111111";

function sampleOrder(given: Partial<StaffOrder> = {}): StaffOrder {
  return {
    ...{ orderId, providerOrderId: "order_Nk3v", payer: "Yusuf Basha", item: "MERN Stack", channel: "online" },
    ...{ state: "spent", createdAt: at, paidAt: at, amountInPaise: 2_999_900, paidInPaise: 2_999_900 },
    ...{ refundedInPaise: 0, method: "upi", invoiceNumber: "SA/2026-27/00398", isToSettle: false },
    ...given,
  };
}

function sampleDetail(given: Partial<OrderDetail> = {}): OrderDetail {
  return {
    ...sampleOrder(),
    contact: { name: "Yusuf Basha", email: "yusuf@example.com", mobile: "+91 9000006690" },
    payments: [
      {
        ...{ providerPaymentId: "pay_1", status: "captured", method: "UPI", reference: "", amountInPaise: 2_999_900 },
        ...{ feeInPaise: 70_798, firstSeenAt: at, capturedAt: at, leftInPaise: 2_999_900, ways: ["source"] },
        ...{ invoiceNumber: "SA/2026-27/00398", receipt: null, settlement: null },
      },
    ],
    ...{ refunds: [], flags: [], disputes: [] },
    papers: [{ number: "SA/2026-27/00398", kind: "invoice", amountInPaise: 2_999_900, issuedAt: at }],
    purchase: { purchaseId: "p", course: "MERN Stack", state: "active", certificates: 1 },
    hasSeat: false,
    transfer: { from: null, to: null },
    timeline: [{ at, kind: "order", text: "Ordered: ₹29,999", detail: "On the website" }],
    ...given,
  };
}

function sampleRefund(given: Partial<StaffRefund> = {}): StaffRefund {
  return {
    ...{ refundId: "r", orderId, providerPaymentId: "pay_1", payer: "Yusuf Basha", item: "MERN Stack" },
    ...{ amountInPaise: 100_000, reason: "Fell ill", message: "", way: "source", state: "asked", endsAccess: false },
    ...{ failure: "", providerRefundId: null, askedBy: "Prakash", askedAt: at, doneAt: null, creditNoteNumber: null },
    ...{ version: 3, ...given },
  };
}

function sampleFlag(given: Partial<StaffFlag> = {}): StaffFlag {
  return {
    ...{ flagId: "f", orderId, providerPaymentId: "pay_2", reason: "for an order that was paid before" },
    ...{ payer: "Yusuf Basha", item: "MERN Stack", orderedInPaise: 2_999_900, paidInPaise: 2_999_900 },
    ...{ leftInPaise: 2_999_900, flaggedAt: at, isDelivered: true, actions: ["refund", "attach"], decision: null },
    ...{ settledBy: null, settledAt: null, note: "", ...given },
  };
}

const nothingWaits: Waiting = {
  ...{ flags: [], refunds: [], ended: [], disputes: [], lost: [], drawers: [] },
};
type Answers = NonNullable<Parameters<typeof startFakeApi>[0]["refund"]>;

function start(answers: Answers = {}, { roles = ["owner"] }: { roles?: StaffRole[] } = {}) {
  return startFakeApi({
    staff: { me: () => sampleMe({ roles }) },
    desk: coursesToFind([sampleCourse({ courseId: "sql", name: "SQL" })]),
    refund: {
      list: () => ({ orders: [sampleOrder()], next: null }),
      read: () => sampleDetail(),
      waiting: () => nothingWaits,
      ...answers,
    },
  });
}

test("filters are in the address, and a list without a fit says so", async () => {
  const { sent } = start({ list: () => ({ orders: [], next: null }) });
  openConsole("/staff/payments?state=refunded&method=upi&words=yusuf");
  expect(await screen.findByText("No payment fits these filters.")).toBeTruthy();
  const { input } = sent.find(({ call }) => call === "refund.list") ?? {};
  expect(input).toEqual({ state: "refunded", method: "upi", words: "yusuf" });
});

test("the dialog says what comes of a refund before it is asked for, and sends one attempt", async () => {
  const { sent } = start({ ask: () => sampleRefund({ state: "approved" }) });
  openConsole(`/staff/payments?order=${orderId}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Refund up to ₹29,999" }));
  const outcome = screen.getByRole("region", { name: "What will happen" });
  expect(outcome.textContent).toContain("A credit note takes ₹29,999 of SA/2026-27/00398 back");
  expect(outcome.textContent).toContain("The learner keeps MERN Stack.");
  await user.click(screen.getByLabelText("End the access to MERN Stack"));
  expect(outcome.textContent).toContain("Certificates stay valid.");
  const amount = screen.getByLabelText("Amount, up to ₹29,999");
  await user.clear(amount);
  await user.type(amount, "1,000.50");
  await user.type(screen.getByLabelText("Reason, for the books"), "Fell ill");
  await user.click(screen.getByRole("button", { name: "Refund ₹1,000.50" }));
  expect(await screen.findByText("The refund is on its way.")).toBeTruthy();
  const asked = sent.filter(({ call }) => call === "refund.ask");
  expect(asked).toHaveLength(1);
  expect(asked[0]?.input).toMatchObject({ amountInPaise: 100_050, endsAccess: true, way: "source" });
});

test("a refusal is shown at its field, and what was typed stays", async () => {
  start({ ask: () => new Refused("INVALID_INPUT", { amountInPaise: "This is more than was paid" }) });
  openConsole(`/staff/payments?order=${orderId}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Refund up to ₹29,999" }));
  await user.type(screen.getByLabelText("Reason, for the books"), "Fell ill");
  await user.click(screen.getByRole("button", { name: "Refund ₹29,999" }));
  expect(await screen.findByText("This is more than was paid")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Reason, for the books").value).toBe("Fell ill");
});

test("an owner approves what waits; who may not sees whose right it is", async () => {
  const refund = sampleRefund();
  const { sent } = start({
    waiting: () => ({ ...nothingWaits, refunds: [refund] }),
    decide: () => sampleRefund({ state: "approved" }),
  });
  openConsole("/staff/payments?view=waiting");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Approve ₹1,000" }));
  const dialog = screen.getByRole("dialog", { name: "Approve this refund?" });
  await user.click(within(dialog).getByRole("button", { name: "Approve ₹1,000" }));
  expect(await screen.findByText("The refund is approved.")).toBeTruthy();
  expect(sent.find(({ call }) => call === "refund.decide")?.input).toEqual({
    ...{ refundId: "r", isApproved: true, version: 3 },
  });
  cleanup();
  start({ waiting: () => ({ ...nothingWaits, refunds: [refund] }) }, { roles: ["accountant"] });
  openConsole("/staff/payments?view=waiting");
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Approve ₹1,000" });
  expect(button.disabled).toBe(true);
  expect(screen.getByText("Only owner may.")).toBeTruthy();
});

test("only the decisions that fit are offered for money that waits", async () => {
  const { sent } = start({
    waiting: () => ({ ...nothingWaits, flags: [sampleFlag()] }),
    settle: () => ({ message: "Settled" }),
  });
  openConsole("/staff/payments?view=waiting");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Settle" }));
  const dialog = within(screen.getByRole("dialog", { name: "Settle ₹29,999" }));
  expect(dialog.queryByLabelText(/Accept it as it is/)).toBeNull();
  await user.click(dialog.getByLabelText(/Give a learner a course/));
  await user.type(dialog.getByLabelText("The learner's phone number"), "9000006690");
  await chooseCourse(dialog.getByLabelText("Course"), "SQL");
  await user.type(dialog.getByLabelText("Note, for the books"), "Wants SQL too");
  await user.click(dialog.getByRole("button", { name: "Settle ₹29,999" }));
  expect(await screen.findByText("₹29,999 is settled.")).toBeTruthy();
  expect(sent.find(({ call }) => call === "refund.settle")?.input).toMatchObject({
    ...{ decision: "attach", number: "9000006690", courseId: "sql", note: "Wants SQL too" },
  });
});

test("an order that was paid twice is to settle, in the list and in its panel", async () => {
  const user = userEvent.setup();
  start({
    list: () => ({ orders: [sampleOrder({ isToSettle: true })], next: null }),
    read: () => sampleDetail({ isToSettle: true, flags: [sampleFlag()] }),
  });
  openConsole(`/staff/payments?order=${orderId}`);
  const panel = within(await screen.findByRole("complementary", { name: "Payment" }));
  expect(await panel.findByText("This money waits for a decision")).toBeTruthy();
  expect(screen.getAllByText("To settle")).toHaveLength(2);
  expect(screen.queryByText("Paid", { ignore: "option" })).toBeNull();
  await user.click(panel.getByRole("button", { name: "Settle ₹29,999" }));
  const dialog = within(screen.getByRole("dialog", { name: "Settle ₹29,999" }));
  expect(dialog.getByText("Paid twice. MERN Stack was given for the first payment.")).toBeTruthy();
});

test("who may not settle payments gets no button for it", async () => {
  start({ read: () => sampleDetail({ isToSettle: true, flags: [sampleFlag()] }) }, { roles: ["front desk"] });
  openConsole(`/staff/payments?order=${orderId}`);
  expect(await screen.findByText("This money waits for a decision")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Settle/ })).toBeNull();
});

test.each<[StaffRole, boolean]>([
  ["owner", true],
  ["accountant", false],
])("a sale at the desk shows receipt and reference, no ids; %s may download the receipt: %s", async (role, isLink) => {
  const { payments } = sampleDetail();
  const receipt = { receiptId: "r1", number: "RC-2026-0007" };
  const desk = payments.map((one) => ({ ...one, providerPaymentId: "desk:1", reference: "431900776655", receipt }));
  start(
    { read: () => sampleDetail({ providerOrderId: "desk:1", channel: "desk", payments: desk }) },
    { roles: [role] },
  );
  openConsole(`/staff/payments?order=${orderId}`);
  const panel = await screen.findByRole("complementary", { name: "Payment" });
  expect(await within(panel).findByText("431900776655")).toBeTruthy();
  expect(within(panel).getByText("has the course, 1 certificate")).toBeTruthy();
  expect(within(panel).queryByRole("link", { name: "Receipt RC-2026-0007" }) !== null).toBe(isLink);
  expect(panel.textContent).toContain("Receipt RC-2026-0007");
  expect(panel.textContent).not.toContain("desk:");
});

function sampleDispute(given: Partial<StaffDispute> = {}): StaffDispute {
  return {
    ...{ disputeId: "disp_1", orderId, providerPaymentId: "pay_1", payer: "Yusuf Basha", amountInPaise: 2_999_900 },
    ...{ reason: "fraudulent", state: "open", respondBy: "2026-11-20T12:30:00.000Z", openedAt: at, changedAt: at },
    ...{ item: "MERN Stack", course: "MERN Stack", decision: null, settledBy: null, settledAt: null, note: "" },
    ...given,
  };
}

test("an owner decides about a fee that the bank has taken back", async () => {
  const user = userEvent.setup();
  const { sent } = start({
    waiting: () => ({ ...nothingWaits, lost: [sampleDispute({ state: "lost", respondBy: null })] }),
    settleDispute: () => ({ message: "The dispute is settled." }),
  });
  openConsole("/staff/payments?view=waiting");
  expect(await screen.findByText("The bank has taken ₹29,999 back")).toBeTruthy();
  expect(screen.getByText("₹29,999 of payments waits for a decision.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Decide" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByLabelText(/The fee is still owed/));
  await user.click(dialog.getByLabelText("End the access to MERN Stack"));
  await user.type(dialog.getByLabelText("Note, for the books"), "Pays at the desk");
  await user.click(dialog.getByRole("button", { name: "Note it as owed" }));
  expect(await screen.findByText("The fee is noted as still owed.")).toBeTruthy();
  expect(sent.find(({ call }) => call === "refund.settleDispute")?.input).toEqual({
    ...{ disputeId: "disp_1", decision: "still owed", endsAccess: true, note: "Pays at the desk" },
  });
});

test("who may not approve refunds sees a lost dispute, and decides nothing", async () => {
  start({ waiting: () => ({ ...nothingWaits, lost: [sampleDispute({ state: "lost" })] }) }, { roles: ["accountant"] });
  openConsole("/staff/payments?view=waiting");
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Decide" })).disabled).toBe(true);
});

test("a dispute shows its last day to answer", async () => {
  start({ waiting: () => ({ ...nothingWaits, disputes: [sampleDispute()] }) });
  openConsole("/staff/payments?view=waiting");
  expect(await screen.findByText(/Answer by Fri 20 Nov 2026/)).toBeTruthy();
});
