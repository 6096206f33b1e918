import type { BookDocument, BookMonth, BookSum } from "@shoreline/contract";
import type { StaffRole } from "@shoreline/domain/staff";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { appOnly, openConsole, sampleMe } from "../test/console.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function sumOf(documents: number, taxableInPaise: number, taxes: { gst?: number; igst?: number }): BookSum {
  const { gst = 0, igst = 0 } = taxes;
  const totalInPaise = taxableInPaise + 2 * gst + igst;
  return { documents, taxableInPaise, cgstInPaise: gst, sgstInPaise: gst, igstInPaise: igst, totalInPaise };
}

/** An invoice to Tamil Nadu, one to Karnataka, and a credit note for a tenth of the first. */
function sampleMonth(given: Partial<BookMonth> = {}): BookMonth {
  const tamilNadu = sumOf(2, 900_000, { gst: 81_000 });
  const karnataka = sumOf(1, 10_593_220, { igst: 1_906_780 });
  return {
    month: "2026-11",
    invoices: sumOf(2, 11_593_220, { gst: 90_000, igst: 1_906_780 }),
    creditNotes: sumOf(1, 100_000, { gst: 9_000 }),
    net: sumOf(3, 11_493_220, { gst: 81_000, igst: 1_906_780 }),
    taxes: [
      { ratePercent: 18, placeCode: "33", placeName: "Tamil Nadu", ...tamilNadu },
      { ratePercent: 18, placeCode: "29", placeName: "Karnataka", ...karnataka },
    ],
    days: [
      { day: "2026-11-03", invoicesInPaise: 13_680_000, creditNotesInPaise: 0 },
      { day: "2026-11-18", invoicesInPaise: 0, creditNotesInPaise: 118_000 },
    ],
    courses: [
      { name: "SQL", batch: "1:00 to 2:00 PM, weekdays", netInPaise: 13_500_000, documents: 2 },
      { name: "Your first API", batch: "", netInPaise: 62_000, documents: 1 },
    ],
    sources: [
      { source: "popup", netInPaise: 13_500_000, documents: 2 },
      { source: "unknown", netInPaise: 62_000, documents: 1 },
    ],
    methods: [{ method: "UPI", netInPaise: 13_562_000, documents: 3 }],
    ...given,
  };
}

const documents: BookDocument[] = [
  {
    ...{ documentId: "b", kind: "credit note", number: "SC/2026-27/00001", buyer: "Asha Menon", gstin: null },
    ...{ description: "Online course: SQL", totalInPaise: 118_000 },
    // The 18th has begun in India.
    issuedAt: "2026-11-17T19:00:00.000Z",
  },
  {
    ...{
      documentId: "a",
      kind: "invoice",
      number: "SA/2026-27/00001",
      buyer: "Palm Software",
      totalInPaise: 1_180_000,
    },
    ...{ gstin: "33AAACP1234A1Z5", description: "Online course: SQL", issuedAt: "2026-11-03T06:00:00.000Z" },
  },
];

const saved = (name: string) => () => ({ bytes: new Uint8Array(), name });

type Options = { address?: string; roles?: StaffRole[]; report?: BookMonth; next?: string | null };

function openBooks({ address = "", roles = ["owner"], report = sampleMonth(), next = null }: Options = {}) {
  const api = startFakeApi({
    staff: { me: () => sampleMe({ roles }) },
    books: {
      months: () => ({ months: ["2026-11", "2026-10", "2026-09"] }),
      month: ({ month }) => ({ ...report, month }),
      documents: () => ({ documents, next }),
      csv: saved("books 2026-11.csv"),
      gstr1: saved("GSTR-1 2026-11.zip"),
      tally: saved("Tally 2026-11.xml"),
    },
  });
  return { api, ...openConsole(`/staff/books${address}`) };
}

/** The texts of each row. */
async function rowsOf(name: RegExp): Promise<(string | null)[][]> {
  const rows = within(await screen.findByRole("table", { name })).getAllByRole<HTMLTableRowElement>("row");
  return rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent));
}

test("the figures on top: invoices without credit notes are net, with every tax", async () => {
  openBooks();
  const figures = await screen.findByRole("list", { name: "In short" });
  expect([...figures.children].map(({ textContent }) => textContent)).toEqual([
    "Invoices₹1,36,800.002 documentsTaxable value₹1,15,932.20CGST₹900.00SGST₹900.00IGST₹19,067.80",
    "Credit notes−₹1,180.001 documentTaxable value−₹1,000.00CGST−₹90.00SGST−₹90.00IGST₹0.00",
    "Net₹1,35,620.003 documentsTaxable value₹1,14,932.20CGST₹810.00SGST₹810.00IGST₹19,067.80",
  ]);
  expect(screen.getByText(/November 2026, in the financial year 2026-27/)).toBeTruthy();
});

test("the chart has its numbers in a table", async () => {
  openBooks();
  expect(await screen.findByRole("img", { name: /as in the table below/ })).toBeTruthy();
  expect(await rowsOf(/for each day/)).toEqual([
    ["Day", "Invoices", "Credit notes", "Net"],
    ["3 Nov 2026", "₹1,36,800.00", "₹0.00", "₹1,36,800.00"],
    ["18 Nov 2026", "₹0.00", "−₹1,180.00", "−₹1,180.00"],
    ["Total Equals net", "₹1,36,800.00", "−₹1,180.00", "₹1,35,620.00"],
  ]);
});

test("GST by rate and place of supply, and revenue by course, source and method add up to net", async () => {
  openBooks();
  expect(await rowsOf(/^GST by rate/)).toEqual([
    ["Place of supply", "Rate", "Documents", "Taxable value", "CGST", "SGST", "IGST", "Total"],
    ["Tamil Nadu (33)", "18%", "2", "₹9,000.00", "₹810.00", "₹810.00", "₹0.00", "₹10,620.00"],
    ["Karnataka (29)", "18%", "1", "₹1,05,932.20", "₹0.00", "₹0.00", "₹19,067.80", "₹1,25,000.00"],
    ["Total Equals net", "", "3", "₹1,14,932.20", "₹810.00", "₹810.00", "₹19,067.80", "₹1,35,620.00"],
  ]);
  const total = ["Total Equals net", "3", "₹1,35,620.00"];
  expect(await rowsOf(/^By course/)).toEqual([
    ["Course or webinar", "Batch", "Documents", "Net, with GST"],
    ["SQL", "1:00 to 2:00 PM, weekdays", "2", "₹1,35,000.00"],
    ["Your first API", "", "1", "₹620.00"],
    total.toSpliced(1, 0, ""),
  ]);
  expect((await rowsOf(/^By source/)).slice(1)).toEqual([
    ["Popup", "2", "₹1,35,000.00"],
    ["Not known", "1", "₹620.00"],
    total,
  ]);
  expect((await rowsOf(/^By method/)).slice(1)).toEqual([["UPI", "3", "₹1,35,620.00"], total]);
});

test("a table that does not add up says so", async () => {
  openBooks({ report: sampleMonth({ methods: [{ method: "UPI", netInPaise: 13_561_999, documents: 3 }] }) });
  expect((await rowsOf(/^By method/)).at(-1)?.[0]).toMatch(/^Total Differs from net/);
  expect((await rowsOf(/^By source/)).at(-1)?.[0]).toBe("Total Equals net");
});

test("documents have the day in India, and credit notes are negative; further pages are in the address", async () => {
  const { api, addressNow } = openBooks({ address: "?month=2026-11", next: "key" });
  expect(await rowsOf(/^Invoices and credit notes, the latest/)).toEqual([
    ["Kind", "Number", "Day", "Buyer", "GSTIN", "For", "Total"],
    ["Credit note", "SC/2026-27/00001", "18 Nov 2026", "Asha Menon", "", "Online course: SQL", "−₹1,180.00"],
    [
      ...["Invoice", "SA/2026-27/00001", "3 Nov 2026", "Palm Software", "33AAACP1234A1Z5", "Online course: SQL"],
      "₹11,800.00",
    ],
  ]);
  await userEvent.click(screen.getByRole("link", { name: "Earlier" }));
  expect(addressNow()).toBe("/staff/books?month=2026-11&after=key");
  await waitFor(() => expect(api.inputsOf("books.documents").at(-1)).toEqual({ month: "2026-11", after: "key" }));
});

test("the month is in the address, with the way to the one before and after", async () => {
  const { api, addressNow } = openBooks();
  await screen.findByRole("list", { name: "In short" });
  expect(api.inputsOf("books.month")).toEqual([{ month: "2026-11" }]);
  expect(screen.queryByRole("link", { name: /Month after/ })).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Month before: October 2026" }));
  expect(addressNow()).toBe("/staff/books?month=2026-10");
  expect(await screen.findByText(/October 2026, in the financial year/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Month", { selector: "select" }), "September 2026");
  expect(addressNow()).toBe("/staff/books?month=2026-09");
  expect(screen.queryByRole("link", { name: /Month before/ })).toBeNull();
  await userEvent.click(screen.getByRole("link", { name: "Month after: October 2026" }));
  expect(addressNow()).toBe("/staff/books?month=2026-10");
});

test("March and April are in different financial years", async () => {
  openBooks({ address: "?month=2026-03" });
  expect(await screen.findByText(/March 2026, in the financial year 2025-26/)).toBeTruthy();
  cleanup();
  openBooks({ address: "?month=2026-04" });
  expect(await screen.findByText(/April 2026, in the financial year 2026-27/)).toBeTruthy();
});

test("an address without a month says so, and leads to this one", async () => {
  const { api, addressNow } = openBooks({ address: "?month=2026-13" });
  expect(await screen.findByText("There is no month “2026-13”.")).toBeTruthy();
  expect(api.inputsOf("books.month")).toEqual([]);
  await userEvent.click(screen.getByRole("link", { name: "Show this month" }));
  expect(addressNow()).toBe("/staff/books");
  expect(await screen.findByRole("list", { name: "In short" })).toBeTruthy();
});

test("a month without documents says so", async () => {
  const none = sumOf(0, 0, {});
  const report = { invoices: none, creditNotes: none, net: none, taxes: [], days: [] };
  openBooks({ report: sampleMonth({ ...report, courses: [], sources: [], methods: [] }) });
  expect(await screen.findByText("No invoice or credit note was issued in November 2026.")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByRole("button", { name: /Download/ })).toBeNull();
});

test.each([
  ["Download CSV", "csv", "books 2026-11.csv"],
  ["Download GSTR-1", "gstr1", "GSTR-1 2026-11.zip"],
  ["Download for Tally", "tally", "Tally 2026-11.xml"],
])("%s saves the month that is shown", async (button, call, name) => {
  const { api } = openBooks({ roles: ["accountant"] });
  await userEvent.click(await screen.findByRole("button", { name: button }));
  expect(await screen.findByText(`The month was saved as ${name}.`)).toBeTruthy();
  expect(api.inputsOf(`books.${call}`)).toEqual([{ month: "2026-11" }]);
});

test("a download asks for a fresh proof and then goes on", async () => {
  let isProven = false;
  startFakeApi({
    staff: {
      me: () => sampleMe(),
      devices: () => appOnly,
      prove: () => {
        isProven = true;
        return sampleMe();
      },
    },
    books: {
      months: () => ({ months: ["2026-11"] }),
      month: () => sampleMonth(),
      documents: () => ({ documents, next: null }),
      csv: () => (isProven ? saved("books 2026-11.csv")() : new Refused("FRESH_PROOF_NEEDED")),
    },
  });
  openConsole("/staff/books");
  await userEvent.click(await screen.findByRole("button", { name: "Download CSV" }));
  const form = within(await screen.findByRole("dialog", { name: "Confirm that it is you" }));
  await userEvent.type(await form.findByLabelText(/code/i), "123456");
  await userEvent.click(form.getByRole("button", { name: "Confirm the code" }));
  expect(await screen.findByText("The month was saved as books 2026-11.csv.")).toBeTruthy();
});

test("a counsellor reads whose room it is", async () => {
  openBooks({ roles: ["counsellor"] });
  expect(await screen.findByRole("heading", { name: "“Books” is for the owner or accountant" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Books" })).toBeNull();
});

test("a month that did not load can be asked for again", async () => {
  let isAway = true;
  startFakeApi({
    staff: { me: () => sampleMe() },
    books: {
      months: () => ({ months: ["2026-11"] }),
      month: () => (isAway ? new Refused("NOT_ALLOWED") : sampleMonth()),
      documents: () => ({ documents, next: null }),
    },
  });
  openConsole("/staff/books");
  expect(await screen.findByText("The month November 2026 did not load.")).toBeTruthy();
  isAway = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("list", { name: "In short" })).toBeTruthy();
});

test("months that did not load can be asked for again", async () => {
  let isAway = true;
  startFakeApi({
    staff: { me: () => sampleMe() },
    books: {
      months: () => (isAway ? new Refused("NOT_ALLOWED") : { months: ["2026-11"] }),
      month: () => sampleMonth(),
      documents: () => ({ documents, next: null }),
    },
  });
  openConsole("/staff/books");
  expect(await screen.findByText("The list of months did not load.")).toBeTruthy();
  isAway = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("list", { name: "In short" })).toBeTruthy();
});
