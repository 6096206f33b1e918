import type { Booked } from "@shoreline/domain/books";
import { expect, test } from "vitest";
import { gstr1Files } from "./gstr1.ts";

const home = { code: "34", name: "Puducherry" };

/** To a person in the institute's own state, for ₹1,180. */
function booked(given: Partial<Booked> = {}): Booked {
  return {
    ...{ kind: "invoice", number: "SA/2026-27/00001", issuedOn: "2026-11-03", buyer: "Asha Menon", gstin: null },
    ...{
      isTaxed: true,
      scheme: "regular",
      isAtDesk: false,
      paidBy: "UPI",
      place: home,
      isSameState: true,
      ratePercent: 18,
      sac: "999293",
    },
    ...{ description: "Online course: SQL", taxableInPaise: 100_000, cgstInPaise: 9_000, sgstInPaise: 9_000 },
    ...{ igstInPaise: 0, totalInPaise: 118_000, ofInvoice: null },
    ...given,
  };
}

/** The lines of each file that has some. */
async function linesOf(...documents: Booked[]): Promise<Record<string, string[]>> {
  const pages = (async function* () {
    yield documents;
  })();
  const files = (await gstr1Files(pages)).map(([name, text]) => [name, text.trim().split("\r\n").slice(1)] as const);
  return Object.fromEntries(files.filter(([, lines]) => lines.length > 0));
}

const company = { gstin: "34AAACP1234A1Z5", buyer: "Palm Software" };
const igst = { cgstInPaise: 0, sgstInPaise: 0, isSameState: false };
const abroad = { ...igst, place: { code: "96", name: "Outside India" }, ratePercent: 0 };
const karnataka = { code: "29", name: "Karnataka" };
const large = {
  ...igst,
  place: karnataka,
  taxableInPaise: 10_593_220,
  igstInPaise: 1_906_780,
  totalInPaise: 12_500_000,
};
const ofInvoice = { number: "SA/2026-27/00001", issuedOn: "2026-11-03", totalInPaise: 12_500_000 };
const note = { kind: "credit note", number: "SC/2026-27/00001" } as const;

type Case = { what: string; given: Partial<Booked>; table: string; line: string };
const cases: Case[] = [
  {
    ...{ what: "an invoice to a company", given: company, table: "b2b" },
    line: "34AAACP1234A1Z5,Palm Software,SA/2026-27/00001,03-Nov-2026,1180.00,34-Puducherry,N,,Regular B2B,,18,1000.00,0.00",
  },
  {
    ...{ what: "a credit note to a company", given: { ...company, ...note, ofInvoice }, table: "cdnr" },
    line: "34AAACP1234A1Z5,Palm Software,SC/2026-27/00001,03-Nov-2026,C,34-Puducherry,N,Regular B2B,1180.00,,18,1000.00,0.00",
  },
  { what: "an invoice to a person", given: {}, table: "b2cs", line: "OE,34-Puducherry,,18,1000.00,0.00," },
  {
    ...{ what: "a large invoice to another state", given: large, table: "b2cl" },
    line: "SA/2026-27/00001,03-Nov-2026,125000.00,29-Karnataka,,18,105932.20,0.00,",
  },
  {
    what: "a credit note for a part of a large invoice",
    given: { ...note, ...igst, place: karnataka, igstInPaise: 18_000, ofInvoice },
    ...{ table: "cdnur", line: "B2CL,SC/2026-27/00001,03-Nov-2026,C,29-Karnataka,1180.00,,18,1000.00,0.00" },
  },
  {
    ...{ what: "an export without tax", given: { ...abroad, taxableInPaise: 118_000 }, table: "exp" },
    line: "WOPAY,SA/2026-27/00001,03-Nov-2026,1180.00,,,,0,1180.00,0.00",
  },
];

test.each(cases)("$what stands in $table", async ({ given, table, line }) => {
  const { docs, "hsn(b2b)": b2b, "hsn(b2c)": b2c, ...tables } = await linesOf(booked(given));
  expect(tables).toEqual({ [table]: [line] });
  expect(docs).toHaveLength(1);
  expect([b2b, b2c].filter(Boolean)).toHaveLength(1);
});

test("what is exempt is only added up, by place and kind of buyer, without what credit notes took back", async () => {
  const untaxed = {
    ratePercent: 0,
    cgstInPaise: 0,
    sgstInPaise: 0,
    taxableInPaise: 118_000,
    scheme: "exempt",
  } as const;
  const { exemp, docs, ...tables } = await linesOf(
    booked(untaxed),
    booked({ ...untaxed, ...company, number: "SA/2026-27/00002" }),
    booked({ ...untaxed, place: karnataka, isSameState: false, number: "SA/2026-27/00003" }),
    booked({ ...untaxed, scheme: "regular", number: "SA/2026-27/00004" }),
    booked({ ...untaxed, ...note, totalInPaise: 18_000, taxableInPaise: 18_000, ofInvoice }),
  );
  expect(exemp).toEqual([
    "Intra-State supplies to unregistered persons,1180.00,1000.00,0.00",
    "Intra-State supplies to registered persons,0.00,1180.00,0.00",
    "Inter-State supplies to unregistered persons,0.00,1180.00,0.00",
  ]);
  expect(docs).toHaveLength(2);
  expect(Object.keys(tables)).toEqual(["hsn(b2b)", "hsn(b2c)"]);
});

test("an export under a letter of undertaking, and its credit note, are without payment of tax", async () => {
  const { exp, cdnur } = await linesOf(
    booked({ ...abroad, taxableInPaise: 118_000 }),
    booked({ ...abroad, ...note, taxableInPaise: 118_000, ofInvoice }),
  );
  expect(exp?.[0]).toMatch(/^WOPAY,/);
  expect(cdnur?.[0]).toMatch(/^EXPWOP,/);
});

test("credit notes to people are taken off, below zero too, as numbers", async () => {
  const { b2cs } = await linesOf(booked({ ...note, ofInvoice: { ...ofInvoice, totalInPaise: 118_000 } }));
  expect(b2cs).toEqual(["OE,34-Puducherry,,18,-1000.00,0.00,"]);
});

test("sums by SAC are apart for buyers with a GSTIN, and documents are counted from the first to the last", async () => {
  const files = await linesOf(
    booked(),
    booked({ ...company, number: "SA/2026-27/00002" }),
    booked({ ...note, ofInvoice }),
  );
  expect(files["hsn(b2b)"]).toEqual(["999293,Training services,NA,0,1180.00,18,1000.00,0.00,90.00,90.00,0.00"]);
  expect(files["hsn(b2c)"]).toEqual(["999293,Training services,NA,0,0.00,18,0.00,0.00,0.00,0.00,0.00"]);
  expect(files.docs).toEqual([
    "Invoices for outward supply,SA/2026-27/00001,SA/2026-27/00002,2,0",
    "Credit Note,SC/2026-27/00001,SC/2026-27/00001,1,0",
  ]);
});

test("receipts of an institute without a GSTIN are left out", async () => {
  expect(await linesOf(booked({ isTaxed: false }))).toEqual({});
});
