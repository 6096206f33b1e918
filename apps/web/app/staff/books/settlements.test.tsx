import type { SettlementMonth } from "@shoreline/contract";
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

const orderId = "11111111-1111-4111-8111-111111111111";

function sampleMonth(given: Partial<SettlementMonth> = {}): SettlementMonth {
  return {
    month: "2026-11",
    settlements: [
      {
        ...{ settlementId: "setl_second", utr: "UTR2", settledAt: "2026-11-05T03:30:00.000Z", lines: 3, unmatched: 1 },
        ...{ amountInPaise: 485_742, feeInPaise: 14_158, feeTaxInPaise: 2160 },
      },
      {
        ...{ settlementId: "setl_first", utr: "UTR1", settledAt: "2026-11-03T03:30:00.000Z", lines: 1, unmatched: 0 },
        ...{ amountInPaise: 585_742, feeInPaise: 14_158, feeTaxInPaise: 2160 },
      },
    ],
    days: [
      {
        ...{ day: "2026-11-01", paidInPaise: 599_900, refundedInPaise: 0, feeInPaise: 14_158 },
        ...{ bankInPaise: 585_742, openInPaise: 0 },
      },
      {
        ...{ day: "2026-11-03", paidInPaise: 599_900, refundedInPaise: 100_000, feeInPaise: 0 },
        ...{ bankInPaise: -100_000, openInPaise: 599_900 },
      },
    ],
    differences: [
      {
        ...{ kind: "not settled", entityId: "pay_missing", orderId, at: "2026-11-03T06:00:00.000Z" },
        ...{ ourInPaise: 599_900, theirInPaise: 0 },
      },
      {
        ...{ kind: "unknown refund", entityId: "rfnd_strange", orderId: null, at: "2026-11-02T06:00:00.000Z" },
        ...{ ourInPaise: 0, theirInPaise: 50_000 },
      },
    ],
    isMore: false,
    ...given,
  };
}

const nothing = { settlements: [], days: [], differences: [] };

type Answers = NonNullable<Parameters<typeof startFakeApi>[0]["books"]>;

function openSettlements(answers: Answers = {}, address = "?month=2026-11") {
  const api = startFakeApi({
    staff: { me: () => sampleMe({ roles: ["accountant"] }) },
    books: {
      months: () => ({ months: ["2026-11", "2026-10"] }),
      settlements: ({ month }) => sampleMonth({ month }),
      ...answers,
    },
  });
  return { api, ...openConsole(`/staff/books/settlements${address}`) };
}

async function rowsOf(name: RegExp): Promise<(string | null)[][]> {
  const rows = within(await screen.findByRole("table", { name })).getAllByRole<HTMLTableRowElement>("row");
  return rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent));
}

function choose(text: string, name = "recon.csv") {
  const input = screen.getByLabelText<HTMLInputElement>("Settlement report as CSV");
  return userEvent.upload(input, new File([text], name, { type: "text/csv" }));
}

test("settlements say what the bank got, and whether every line matches", async () => {
  openSettlements();
  expect(await rowsOf(/^Settlements of the month/)).toEqual([
    ["Settlement", "UTR", "Day", "Status", "Fee", "GST in the fee", "The bank got"],
    ["setl_second", "UTR2", "5 Nov 2026", "1 of 3 lines does not match", "₹141.58", "₹21.60", "₹4,857.42"],
    ["setl_first", "UTR1", "3 Nov 2026", "1 line, all match", "₹141.58", "₹21.60", "₹5,857.42"],
  ]);
});

test("each day has what was paid, went back, was kept and came to the bank", async () => {
  openSettlements();
  expect(await rowsOf(/^Online payments by the day/)).toEqual([
    ["Day", "Paid online", "Went back", "Provider's fee", "The bank got", "Still to come"],
    ["1 Nov 2026", "₹5,999.00", "₹0.00", "−₹141.58", "₹5,857.42", "₹0.00"],
    ["3 Nov 2026", "₹5,999.00", "−₹1,000.00", "₹0.00", "−₹1,000.00", "₹5,999.00"],
    ["Total Not everything is settled", "₹11,998.00", "−₹1,000.00", "−₹141.58", "₹4,857.42", "₹5,999.00"],
  ]);
});

test("what does not match leads to its order, where we know one", async () => {
  openSettlements();
  expect(await rowsOf(/^What does not match/)).toEqual([
    ["What", "Payment or refund", "Day", "Ours", "The provider's"],
    ["In no settlement after seven days", "pay_missing", "3 Nov 2026", "₹5,999.00", "₹0.00"],
    ["A refund that we do not know", "rfnd_strange", "2 Nov 2026", "₹0.00", "₹500.00"],
  ]);
  expect(screen.getByRole("link", { name: "pay_missing" }).getAttribute("href")).toBe(
    `/staff/payments?order=${orderId}`,
  );
  expect(screen.queryByRole("link", { name: "rfnd_strange" })).toBeNull();
});

test("the tabs of the books keep the month", async () => {
  const { addressNow } = openSettlements({}, "?month=2026-10");
  const tabs = within(await screen.findByRole("navigation", { name: "Books" }));
  expect(tabs.getByRole("link", { name: "Settlements" }).getAttribute("aria-current")).toBe("page");
  await userEvent.click(tabs.getByRole("link", { name: "Documents" }));
  expect(addressNow()).toBe("/staff/books?month=2026-10");
});

test("a month without online payments explains what comes here", async () => {
  openSettlements({ settlements: ({ month }) => sampleMonth({ month, ...nothing }) });
  expect(await screen.findByText("Nobody paid online in November 2026, and nothing was settled.")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("fetching shows what came, and the month is loaded again", async () => {
  let isHere = false;
  const { api } = openSettlements({
    settlements: ({ month }) => sampleMonth(isHere ? { month } : { month, ...nothing }),
    fetchSettlements: () => {
      const changed = isHere ? 0 : 4;
      isHere = true;
      return { settlements: 2, lines: 4, changed };
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Fetch from the provider" }));
  expect(await screen.findByText("Imported 4 lines of 2 settlements.")).toBeTruthy();
  expect(await screen.findByRole("table", { name: /^Settlements of the month/ })).toBeTruthy();
  expect(api.inputsOf("books.fetchSettlements")).toEqual([{ month: "2026-11" }]);
  await userEvent.click(screen.getByRole("button", { name: "Fetch from the provider" }));
  expect(await screen.findByText("Nothing new: all of this was imported before.")).toBeTruthy();
});

test("a provider that does not answer is said, and can be asked again", async () => {
  openSettlements({ fetchSettlements: () => new Refused("NO_PROVIDER") });
  await userEvent.click(await screen.findByRole("button", { name: "Fetch from the provider" }));
  expect(await screen.findByText(/The payment provider is not responding/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Fetch from the provider" }).disabled).toBe(false);
});

test("a file is sent with its name", async () => {
  const { api } = openSettlements({ importSettlements: () => ({ faults: [], settlements: 1, lines: 1, changed: 1 }) });
  await screen.findByRole("button", { name: "Import CSV" });
  await choose("a,b\n");
  expect(await screen.findByText("Imported 1 line of 1 settlement.")).toBeTruthy();
  expect(api.inputsOf("books.importSettlements")).toEqual([{ text: "a,b\n", fileName: "recon.csv" }]);
});

test("the outcome shows when the page is up to date, so that the next file is taken at once", async () => {
  let isStored = false;
  let finish = () => {};
  const { api } = openSettlements({
    importSettlements: () => {
      isStored = true;
      return { faults: [], settlements: 1, lines: 1, changed: 1 };
    },
    settlements: async ({ month }) => {
      if (isStored)
        await new Promise<void>((done) => {
          finish = done;
        });
      return sampleMonth({ month });
    },
  });
  await screen.findByRole("button", { name: "Import CSV" });
  await screen.findByRole("table", { name: /^Settlements of the month/ });
  await choose("a,b\n");
  await waitFor(() => expect(api.inputsOf("books.settlements")).toHaveLength(2));
  expect(screen.queryByText("Imported 1 line of 1 settlement.")).toBeNull();
  finish();
  expect(await screen.findByText("Imported 1 line of 1 settlement.")).toBeTruthy();
});

test("a wrong file says what is wrong by line; the corrected one is taken", async () => {
  let isWrong = true;
  openSettlements({
    importSettlements: () =>
      isWrong
        ? { faults: ["Line 3: settled_at is not a date."], settlements: 0, lines: 0, changed: 0 }
        : { faults: [], settlements: 1, lines: 2, changed: 2 },
  });
  await screen.findByRole("button", { name: "Import CSV" });
  await choose("x");
  expect(await screen.findByText("Line 3: settled_at is not a date.")).toBeTruthy();
  expect(screen.getByText(/recon.csv: 1 mistake, so nothing was imported/)).toBeTruthy();
  isWrong = false;
  await choose("y");
  await waitFor(() => expect(screen.queryByText("Line 3: settled_at is not a date.")).toBeNull());
});

test("an empty file and a workbook are refused before they are sent", async () => {
  const { api } = openSettlements();
  await screen.findByRole("button", { name: "Import CSV" });
  await choose("");
  expect(await screen.findByText("This file is empty.")).toBeTruthy();
  await choose("PK\u0003\u0004");
  expect(await screen.findByText(/This is a workbook/)).toBeTruthy();
  expect(api.inputsOf("books.importSettlements")).toEqual([]);
});

test("settlements that did not load can be asked for again", async () => {
  let isAway = true;
  openSettlements({ settlements: ({ month }) => (isAway ? new Refused("NOT_ALLOWED") : sampleMonth({ month })) });
  expect(await screen.findByText("The settlements of November 2026 did not load.")).toBeTruthy();
  isAway = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("table", { name: /^Settlements of the month/ })).toBeTruthy();
});
