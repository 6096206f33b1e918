import type { Plan } from "@shoreline/contract";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepToken } from "../../lib/session.ts";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import PurchaseHistory from "./purchase-history.tsx";

const course = { courseId: "sql", courseName: "SQL", courseImage: "/sql.svg" };
const paper = (n: number) => ({
  ...{
    kind: "invoice",
    number: `SA/2026-27/0000${n}`,
    isReceipt: false,
    amount: 2000,
    issuedAt: "2026-11-15T06:30:00.000Z",
  },
});
const purchase = {
  ...{ _id: "p1", course, purchasedDate: "2026-11-15T06:30:00.000Z", amount: 4000, paidVia: "UPI" },
  ...{ status: "On hold", invoiceNumber: paper(1).number, isReceipt: false, papers: [paper(1), paper(2)] },
};
const plan: Plan = {
  ...{ purchaseId: "p1", courseId: "sql", courseName: "SQL", isOnHold: true },
  ...{ paidInPaise: 200_000, openInPaise: 399_900, overdueInPaise: 200_000 },
  automatic: null,
  dues: [
    {
      number: 1,
      amountInPaise: 200_000,
      dueOn: "2026-11-15",
      state: "paid",
      paidOn: "2026-11-15",
      takenOn: null,
      payPath: null,
    },
    {
      number: 2,
      amountInPaise: 200_000,
      dueOn: "2026-12-15",
      state: "overdue",
      paidOn: null,
      takenOn: null,
      payPath: "/pay/two",
    },
    {
      number: 3,
      amountInPaise: 199_900,
      dueOn: "2027-01-15",
      state: "open",
      paidOn: null,
      takenOn: null,
      payPath: "/pay/three",
    },
  ],
};

beforeEach(() => keepToken("kavya"));
afterEach(cleanup);

function show({ purchases, plans }: { purchases: object[]; plans: Plan[] }) {
  const institute = { timeZone: "Asia/Kolkata" };
  const page = { path: "/", element: <PurchaseHistory /> };
  const context = { purchases, history: purchases, plans, institute };
  render(<RouterProvider router={createMemoryRouter([{ element: <Outlet context={context} />, children: [page] }])} />);
}

test("a plan shows each part, what is paid and what is due, and the next one can be paid", () => {
  show({ purchases: [purchase], plans: [plan] });
  const [shown] = screen.getAllByRole("region", { name: "Instalments of SQL" });
  const parts = within(shown as HTMLElement).getAllByRole("listitem");
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    "Part 1₹2,000paid on 15 Nov 2026Paid",
    "Part 2₹2,000due on 15 Dec 2026Overdue",
    "Part 3₹1,999due on 15 Jan 2027Open",
  ]);
  const pay = within(shown as HTMLElement).getByRole("link", { name: "Pay ₹2,000 for SQL" });
  expect(pay.getAttribute("href")).toBe("/pay/two");
  expect(screen.getAllByText("On hold").length).toBeGreaterThan(0);
});

test("a purchase with open parts says how many are paid, its price, and what is due next", () => {
  show({ purchases: [{ ...purchase, status: "Completed" }], plans: [{ ...plan, isOnHold: false }] });
  expect(screen.queryByText("Completed")).toBeNull();
  expect(screen.getAllByText("1 of 3 parts paid")).toHaveLength(2);
  expect(screen.getAllByText("₹5,999, ₹2,000 paid")).toHaveLength(2);
  expect(screen.getByText("₹2,000 due 15 Dec")).toBeTruthy();
  cleanup();
  show({ purchases: [{ ...purchase, status: "Completed" }], plans: [] });
  expect(screen.getAllByText("Completed")).toHaveLength(2);
});

test("every invoice of a purchase can be downloaded by its number", async () => {
  const api = startFakeApi({ enrolment: { invoice: () => new Refused("UNKNOWN_INVOICE") } });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  show({ purchases: [purchase], plans: [] });
  const [second] = screen.getAllByRole("button", { name: "Invoice 2 SA/2026-27/00002" });
  fireEvent.click(second as HTMLElement);
  await screen.findByText("Invoice not found.");
  expect(api.inputsOf("enrolment.invoice")).toEqual([{ purchaseId: "p1", number: "SA/2026-27/00002" }]);
});

test("what is agreed but not paid yet is shown too", () => {
  show({ purchases: [], plans: [{ ...plan, purchaseId: null, isOnHold: false }] });
  expect(screen.getByRole("heading", { name: "SQL: waiting for your first payment" })).toBeTruthy();
  expect(screen.queryByText("No purchases yet")).toBeNull();
});
