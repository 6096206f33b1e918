import type { DeskSale, OutstandingDue, SalePlan } from "@shoreline/contract";
import { dueAges } from "@shoreline/domain/instalments";
import type { StaffRole } from "@shoreline/domain/staff";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const late: OutstandingDue = {
  ...{
    dueId: "d2",
    saleId: "s1",
    learner: "Asha Raman",
    phone: "+919840020001",
    course: "Python",
    number: 2,
    count: 3,
  },
  ...{ amountInPaise: 433_300, dueOn: "2026-11-10", age: "1 to 30 days", daysLate: 7, reminders: 2, isOnHold: false },
  ...{ isBoughtElsewhere: false, automatic: null },
};
const ages = dueAges.map((age) => ({ age, count: age === "1 to 30 days" ? 2 : 0, amountInPaise: 866_600 }));

const plan: SalePlan = {
  ...{ saleId: "s1", state: "bought", version: 3, learner: "Asha Raman", course: "Python", today: "2026-11-17" },
  ...{ priceInPaise: 1_299_900, openInPaise: 866_600, isOnHold: true, leniencyUntil: null },
  ...{ isBoughtElsewhere: false, automatic: null },
  ways: [
    { channel: "whatsapp", to: "+919840020001" },
    { channel: "mail", to: "asha@example.com" },
  ],
  dues: [
    {
      ...{ dueId: "d1", number: 1, amountInPaise: 433_300, dueOn: "2026-10-10", state: "paid", payUrl: null },
      ...{ settledAt: "2026-10-10T06:30:00.000Z", invoice: "SA/2026-27/00042", notices: [] },
    },
    {
      ...{ dueId: "d2", number: 2, amountInPaise: 433_300, dueOn: "2026-11-10", state: "open", settledAt: null },
      ...{ invoice: null, payUrl: "https://academy.example/pay/two" },
      notices: [{ kind: "reminder", day: -3, channel: "mail", sentAt: "2026-11-07T04:00:00.000Z", by: null }],
    },
    {
      ...{ dueId: "d3", number: 3, amountInPaise: 433_300, dueOn: "2026-12-10", state: "open", settledAt: null },
      ...{ invoice: null, payUrl: "https://academy.example/pay/three", notices: [] },
    },
  ],
};

type Answers = NonNullable<Parameters<typeof startFakeApi>[0]["plan"]>;

function start(answers: Answers = {}, roles: StaffRole[] = ["owner"]) {
  return startFakeApi({
    staff: { me: () => sampleMe({ roles }) },
    plan: {
      outstanding: () => ({ dues: [late], next: null, ages }),
      read: () => plan,
      ...answers,
    },
  });
}

test("dues come with their state and reminders, the ages with their sums, and a filter is in the address", async () => {
  const held = { ...late, dueId: "d9", saleId: "s9", learner: "Farid Khan", isOnHold: true, reminders: 0 };
  const api = start({ outstanding: () => ({ dues: [late, held], next: "end", ages }) });
  const { addressNow } = openConsole("/staff/dues");
  const row = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));
  expect((await row("Asha Raman")).getByText("7 days late")).toBeTruthy();
  expect((await row("Farid Khan")).getByText("7 days late, on hold")).toBeTruthy();
  expect(screen.getByText("₹43,330")).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: /1 to 30 days/ }));
  await waitFor(() => expect(addressNow()).toBe("/staff/dues?age=1+to+30+days"));
  await waitFor(() => expect(api.inputsOf("plan.outstanding").at(-1)).toEqual({ age: "1 to 30 days" }));
  expect(screen.getByRole("link", { name: "Next page" })).toBeTruthy();
});

test("nothing outstanding, an error with a retry, and a sale that is gone each say what to do", async () => {
  let isDown = true;
  start({
    outstanding: () => (isDown ? new Refused("UNAVAILABLE") : { dues: [], next: null, ages: [] }),
    read: () => new Refused("UNKNOWN_SALE"),
  });
  openConsole("/staff/dues");
  await screen.findByText(/The list of dues/, {}, { timeout: 10_000 });
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: /again/i }));
  expect(await screen.findByText(/^Nothing is outstanding\./)).toBeTruthy();
  cleanup();
  openConsole("/staff/dues/s1");
  expect(await screen.findByRole("heading", { name: "Sale not found" })).toBeTruthy();
});

test("staff read what the bank did not pay, and stop automatic payments; who may not, has no button", async () => {
  const failed = { number: 2, at: "2026-11-10T06:30:00.000Z", why: "insufficient funds" };
  const automatic = { begunAt: "2026-10-10T06:30:00.000Z", endedAt: null, why: "", maxInPaise: 433_300, failed };
  const on: SalePlan = { ...plan, automatic: { ...automatic, state: "active" } };
  const off: SalePlan = { ...plan, automatic: { ...automatic, state: "ended", why: "Stopped by Anitha Devan" } };
  const answers = {
    outstanding: () => ({ dues: [{ ...late, automatic: "failed" as const }], next: null, ages }),
    read: () => on,
    stopAutomatic: () => off,
  };
  const api = start(answers);
  openConsole("/staff/dues");
  expect(await screen.findByText(", automatic, failed")).toBeTruthy();
  cleanup();
  openConsole("/staff/dues/s1");
  expect(
    await screen.findByText(/each part up to ₹4,333 .* Part 2 could not be taken: insufficient funds\.$/),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Stop automatic payments" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Stop automatic payments" }));
  expect(await screen.findByText(/^Automatic payments have ended\. Stopped by Anitha Devan\./)).toBeTruthy();
  expect(api.inputsOf("plan.stopAutomatic")).toEqual([{ saleId: "s1" }]);
  cleanup();
  start(answers, ["accountant"]);
  openConsole("/staff/dues/s1");
  await screen.findByText(/Part 2 could not be taken/);
  expect(screen.getByText("Taken on 10 Dec 2026, automatically.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Stop automatic payments" })).toBeNull();
});

test("who gets the link is shown before it is sent, and a lost answer sends it once", async () => {
  let answers = 0;
  const api = start({ send: () => (++answers === 1 ? new Refused("UNAVAILABLE") : plan) });
  openConsole("/staff/dues/s1");
  await userEvent.click(await screen.findByRole("button", { name: "Send the link of part 2" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText("Asha Raman gets the link to pay ₹4,333 at +919840020001.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("radio", { name: /E-mail/ }));
  expect(dialog.getByText(/at asha@example\.com/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Send by e-mail" }));
  await dialog.findByRole("alert");
  await userEvent.click(dialog.getByRole("button", { name: "Send by e-mail" }));
  expect(await screen.findByText("The link is on its way to asha@example.com.")).toBeTruthy();
  const [first, second] = api.inputsOf("plan.send");
  expect(first).toMatchObject({ dueId: "d2", channel: "mail" });
  expect(second).toEqual(first);
});

test("the desk takes the oldest open part where it sees the plan, and finds the receipts from there", async () => {
  const sold = { saleId: "s1", dues: [] } as Partial<DeskSale> as DeskSale;
  const api = startFakeApi({
    staff: { me: () => sampleMe({ roles: ["front desk"] }) },
    plan: { read: () => plan },
    sale: {
      desk: () => ({
        ...{ batchTimes: [], discountLimit: 5, hasUpi: false, today: "2026-11-17", waiting: 0 },
        ...{ desks: [], institute: { name: "Shoreline", address: [], gstPercent: 18 } },
      }),
      take: () => ({
        sale: sold,
        receipt: {
          ...{ receiptId: "r1", number: "RC-26-27-00001", dueId: "d2", amountInPaise: 433_300, method: "cheque" },
          ...{ invoiceNumber: "SA/2026-27/00043", mailedTo: "asha@example.com" },
        },
      }),
    },
  });
  openConsole("/staff/dues/s1");
  const way = await screen.findByRole("link", { name: "Receipts and payment at the desk" });
  expect(way.getAttribute("href")).toBe("/staff/enrol/sales/s1");
  await userEvent.click(screen.getByRole("button", { name: /^Take/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Part 2 of 3: ₹4,333" }));
  await userEvent.click(await dialog.findByRole("radio", { name: /Cheque/ }));
  await userEvent.type(dialog.getByLabelText("Number and bank of the cheque"), "004512");
  await userEvent.click(dialog.getByRole("button", { name: "Take ₹4,333" }));
  expect(await screen.findByText("Receipt RC-26-27-00001: ₹4,333. It goes to asha@example.com.")).toBeTruthy();
  expect(api.inputsOf("sale.take")).toMatchObject([
    { dueId: "d2", payment: { method: "cheque", reference: "004512" } },
  ]);
});

test("a new plan says what is missing until its sum is right", async () => {
  const api = start({ change: () => ({ ...plan, version: 4 }) });
  openConsole("/staff/dues/s1");
  await userEvent.click(await screen.findByRole("button", { name: "Change the plan" }));
  const dialog = within(screen.getByRole("dialog", { name: "Change the plan" }));
  const amount = dialog.getByLabelText("Amount 1 in ₹");
  await userEvent.clear(amount);
  await userEvent.type(amount, "5000");
  expect(dialog.getByText("The instalments do not add up to the price: ₹9,333 of ₹8,666.")).toBeTruthy();
  const save = dialog.getByRole<HTMLButtonElement>("button", { name: "Save the plan" });
  expect(save.disabled).toBe(true);
  await userEvent.click(dialog.getByRole("button", { name: "Remove instalment 2" }));
  await userEvent.click(dialog.getByRole("button", { name: "Add an instalment" }));
  expect(dialog.getByText("The sum is right.")).toBeTruthy();
  await userEvent.click(save);
  expect(await screen.findByText("The plan is changed.")).toBeTruthy();
  expect(api.inputsOf("plan.change")).toEqual([
    {
      ...{ saleId: "s1", version: 3 },
      dues: [
        { amountInPaise: 500_000, dueOn: "2026-11-10" },
        { amountInPaise: 366_600, dueOn: "2026-12-10" },
      ],
    },
  ]);
});

test("the restriction is lifted until a day, and a write-off needs a reason", async () => {
  const api = start({
    lift: () => ({ ...plan, isOnHold: false }),
    writeOff: ({ reason }) => (reason ? plan : new Refused("INVALID_INPUT", { reason: "Write why" })),
  });
  openConsole("/staff/dues/s1");
  await screen.findByText(/Classes cannot be joined/);
  await userEvent.click(screen.getByRole("button", { name: "Lift the restriction" }));
  const lift = within(screen.getByRole("dialog", { name: "Lift the restriction" }));
  await userEvent.click(lift.getByRole("button", { name: "Lift the restriction" }));
  expect(await screen.findByText("Classes can be joined again. The learner is told.")).toBeTruthy();
  expect(api.inputsOf("plan.lift")).toEqual([{ saleId: "s1", version: 3, until: "2026-11-24" }]);
  await userEvent.click(screen.getByRole("button", { name: "Write off part 3" }));
  const write = () =>
    userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Write off ₹4,333" }));
  await write();
  expect(await screen.findByText("Write why")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Reason"), "Moved abroad");
  await write();
  expect(await screen.findByText("₹4,333 is written off.")).toBeTruthy();
});

test("who only sees payments finds no actions, and the front desk no write-off", async () => {
  start({}, ["accountant"]);
  openConsole("/staff/dues/s1");
  await screen.findByText("Reminder 3 days before by e-mail", { exact: false });
  expect(screen.queryByRole("button", { name: /link|plan|restriction|Write off|Take/i })).toBeNull();
  expect(screen.queryByRole("link", { name: /at the desk/ })).toBeNull();
  cleanup();
  start({}, ["front desk"]);
  openConsole("/staff/dues/s1");
  await screen.findByRole("button", { name: "Send the link of part 2" });
  expect(screen.queryByRole("button", { name: /Write off/ })).toBeNull();
});

test("a sale whose course was bought on the website says so, and staff withdraw it", async () => {
  let isWithdrawn = false;
  const bought = { ...plan, state: "open" as const, openInPaise: 0, isOnHold: false, isBoughtElsewhere: true };
  const dues = [{ ...late, isBoughtElsewhere: true }];
  const api = startFakeApi({
    staff: { me: () => sampleMe({ roles: ["front desk"] }) },
    plan: {
      outstanding: () => ({ dues, next: null, ages }),
      read: () => (isWithdrawn ? { ...bought, state: "withdrawn", isBoughtElsewhere: false } : bought),
    },
    sale: {
      withdraw() {
        isWithdrawn = true;
        return withdrawn;
      },
    },
  });
  openConsole("/staff/dues");
  expect(await screen.findByText("bought on the website")).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: "Asha Raman" }));
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw the sale" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Withdraw the sale" }));
  await userEvent.type(dialog.getByLabelText("Reason, which the desk reads"), "Bought online");
  await userEvent.click(dialog.getByRole("button", { name: "Withdraw the sale" }));
  expect(await screen.findByText("The sale is withdrawn.")).toBeTruthy();
  expect(api.inputsOf("sale.withdraw")).toEqual([{ saleId: "s1", reason: "Bought online" }]);
  await waitFor(() => expect(screen.queryByText(/nothing of this sale is owed/)).toBeNull());
});

const withdrawn: DeskSale = {
  ...{ saleId: "s1", state: "withdrawn", name: "Asha Raman", number: "+919840020001", email: "", courseId: "python" },
  ...{ courseName: "Python", batchTime: "9-10", batchType: "week-days", listPriceInPaise: 1_299_900 },
  ...{ discountInPaise: 0, discountReason: "", company: "", gstin: "", madeBy: "Anitha Devan", approvedBy: "" },
  ...{ madeAt: "2026-11-01T05:00:00.000Z", refusal: "Bought online", dues: [] },
};
