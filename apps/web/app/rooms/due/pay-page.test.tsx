import type { PayPage } from "@shoreline/contract";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepToken } from "../../lib/session.ts";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { answerOrder, proof, startFakeCheckout } from "../../test/fake-checkout.ts";
import PayLink from "./pay-page.tsx";

const open: PayPage = {
  ...{ state: "open", courseName: "Python", firstName: "Kavya", number: 2, count: 3, amountInPaise: 433_300 },
  ...{ dueOn: "2026-12-15", isOverdue: false, paidOn: null, paper: null, automatic: null, takenOn: null },
};
const paid: PayPage = {
  ...open,
  ...{ state: "paid", paidOn: "2026-11-15" },
  paper: { name: "Invoice", number: "SA/2026-27/00043", isMailed: true },
};

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  // Somebody else is signed in on this phone.
  keepToken("a-friend");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** `pages`: what the loader answers, one after the other. */
async function show(...pages: (PayPage | null)[]) {
  const institute = { name: "Shoreline Academy", phone: "+91 90000 00000" };
  let asked = 0;
  const loader = () => ({ institute, page: pages[Math.min(asked++, pages.length - 1)] ?? null });
  const Stub = createRoutesStub([{ path: "/pay/:token", Component: PayLink as never, loader }]);
  render(<Stub initialEntries={["/pay/some-token"]} />);
  await screen.findByRole("heading", { level: 1 });
}

const press = async () => fireEvent.click(await screen.findByRole("button", { name: "Pay ₹4,333" }));

test("the payer sees the part, pays without an account, and reads that it is paid", async () => {
  const { opened } = startFakeCheckout();
  const api = startFakeApi({ payment: { order: answerOrder }, due: { settle: () => ({ ...paid, problem: null }) } });
  await show(open);
  expect(screen.getByText("2 of 3")).toBeTruthy();
  expect(screen.getByText("15 Dec 2026")).toBeTruthy();
  await press();
  await vi.waitFor(() => expect(opened[0]?.isOpen).toBe(true));
  opened[0]?.pay();
  expect(await screen.findByText("Paid on 15 Nov 2026. Thank you.")).toBeTruthy();
  expect(screen.getByText("Invoice SA/2026-27/00043 was mailed to the learner.")).toBeTruthy();
  expect(api.sent).toMatchObject([
    { call: "payment.order", input: { amount: 433_300, dueToken: "some-token" }, token: null },
    { call: "due.settle", input: { token: "some-token", ...proof }, token: null },
  ]);
});

test("a payer who ticks it agrees to the days and amounts that the page shows", async () => {
  const { opened } = startFakeCheckout();
  const order = (input: { amount: number }) => ({ ...answerOrder(input), customer_id: "cust_1" });
  const api = startFakeApi({ payment: { order }, due: { settle: () => ({ ...paid, problem: null }) } });
  await show({ ...open, automatic: [{ number: 3, amountInPaise: 433_300, dueOn: "2027-01-15" }] });
  expect(screen.getByText("₹4,333 on 15 Jan 2027")).toBeTruthy();
  expect(screen.getByText(/You can stop it at any time/)).toBeTruthy();
  fireEvent.click(screen.getByRole("checkbox", { name: "Pay the later parts automatically on their days" }));
  await press();
  await vi.waitFor(() => expect(opened[0]?.isOpen).toBe(true));
  expect(opened[0]?.options).toMatchObject({ customer_id: "cust_1", recurring: "1" });
  expect(api.sent[0]).toMatchObject({ call: "payment.order", input: { dueToken: "some-token", automatic: true } });
});

test("a part that is taken automatically says on which day", async () => {
  await show({ ...open, takenOn: "2026-12-15" });
  expect(screen.getByText(/It will be taken automatically on 15 Dec 2026/)).toBeTruthy();
});

test("a payment that comes second is explained", async () => {
  const { opened } = startFakeCheckout();
  const problem = "This instalment was paid already, so your payment has reached us twice.";
  startFakeApi({ payment: { order: answerOrder }, due: { settle: () => ({ ...paid, problem }) } });
  await show(open);
  await press();
  await vi.waitFor(() => expect(opened[0]?.isOpen).toBe(true));
  opened[0]?.pay();
  expect(await screen.findByText(problem)).toBeTruthy();
});

test("without an answer after the payment it is pending, and can be looked at again", async () => {
  const { opened } = startFakeCheckout();
  startFakeApi({ payment: { order: answerOrder } });
  await show(open, paid);
  await press();
  await vi.waitFor(() => expect(opened[0]?.isOpen).toBe(true));
  opened[0]?.pay();
  expect(await screen.findByText(/We are confirming your payment/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Look again" }));
  expect(await screen.findByText("Paid on 15 Nov 2026. Thank you.")).toBeTruthy();
});

test("what somebody else has paid meanwhile says so, and a closed window lets the payer try again", async () => {
  const { opened } = startFakeCheckout();
  let isSettled = false;
  const order = (input: { amount: number }) => (isSettled ? new Refused("DUE_SETTLED") : answerOrder(input));
  startFakeApi({ payment: { order } });
  await show(open, open, paid);
  await press();
  await vi.waitFor(() => expect(opened[0]?.isOpen).toBe(true));
  opened[0]?.dismiss();
  await vi.waitFor(async () => {
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Pay ₹4,333" });
    expect(button.disabled).toBe(false);
  });
  isSettled = true;
  await press();
  expect(await screen.findByText("This instalment is already settled.")).toBeTruthy();
  expect(await screen.findByText("Paid on 15 Nov 2026. Thank you.")).toBeTruthy();
});

test.each([
  ["withdrawn", /no longer asked for/],
  ["bought elsewhere", /bought already, so nothing is to pay/],
  ["waiting", /not agreed yet/],
  ["pending", /do not pay again/],
] as const)("a part that is %s cannot be paid, and says why", async (state, text) => {
  await show({ ...open, state });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Pay/ })).toBeNull();
});

test("a wrong link says whom to ask", async () => {
  await show(null);
  expect(screen.getByRole("heading", { name: "This payment link is not valid" })).toBeTruthy();
  expect(screen.getByText(/Ask Shoreline Academy for a new link: \+91 90000 00000/)).toBeTruthy();
});
