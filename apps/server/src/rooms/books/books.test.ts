import { boundsOf } from "@shoreline/domain/books";
import { gstStates, splitTax } from "@shoreline/domain/enrolment";
import { addCredited, creditPart, nothingCredited, type TaxedTotal, whyNotRefundable } from "@shoreline/domain/refund";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { invoice } from "../../db/tables/enrolment.ts";
import { creditNote } from "../../db/tables/refund.ts";
import { testInstitute } from "../../test/institute.ts";
import { readZip } from "../../test/read-zip.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const accountant = await newStaff(institute, ["accountant"]);
const month = "2026-11";
const { begins, ends } = boundsOf(month);
const home = "34";

type Doc = { number: string; at: Date; total: TaxedTotal; gstin: string | null; place: string; rate: number };

function contentOf({ number, at, total, gstin, place, rate }: Doc) {
  const { cgstInPaise, sgstInPaise, igstInPaise, taxableInPaise, totalInPaise } = total;
  return {
    number,
    issuedOn: new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10),
    institute: { name: "Sea School", gstin: "34AAACS1234A1Z5", state: "Puducherry", stateCode: home },
    buyer: {
      name: 'Kavya "K" Raman',
      ...{ email: "kavya@example.com", mobile: "+91 9000000000", state: "", country: "India" },
      ...(gstin ? { company: { name: "Palm & Sons <Works>", gstin } } : {}),
    },
    placeOfSupply: gstStates.find(({ code }) => code === place) ?? { code: "96", name: "Outside India" },
    lines: [{ description: "Online course: Python", sac: "999293", quantity: 1, amountInPaise: taxableInPaise }],
    tax: { ratePercent: rate, cgstInPaise, sgstInPaise, igstInPaise },
    totalInPaise,
    amountInWords: "",
    payment: { method: "UPI", reference: null, paidOn: "2026-11-17" },
  };
}

let serial = 0;

async function putInvoice(doc: Omit<Doc, "number">): Promise<string> {
  const number = `SA/2026-27/${String(++serial).padStart(5, "0")}`;
  const [added] = await db
    .insert(invoice)
    .values({
      ...{ number, financialYear: "2026-27", serial, content: contentOf({ ...doc, number }), issuedAt: doc.at },
    })
    .returning({ id: invoice.id });
  return added?.id ?? "";
}

async function putCreditNote(invoiceId: string, doc: Omit<Doc, "number">): Promise<void> {
  const number = `CN/2026-27/${String(++serial).padStart(5, "0")}`;
  await db.insert(creditNote).values({
    ...{
      number,
      financialYear: "2026-27",
      serial,
      invoiceId,
      content: contentOf({ ...doc, number }),
      issuedAt: doc.at,
    },
  });
}

async function empty(): Promise<void> {
  await db.execute(sql`delete from credit_note`);
  await db.execute(sql`delete from invoice`);
}

/** A course that was sold, and how much of it was taken back, in steps. */
const Sold = fc.record({
  totalInPaise: fc.integer({ min: 100, max: 30_000_000 }),
  rate: fc.constantFrom(0, 5, 18),
  place: fc.constantFrom(home, "33", "27", "96"),
  gstin: fc.option(fc.constant("33AAACP1234A1Z7"), { freq: 4 }),
  at: fc.integer({ min: -2 * 86_400_000, max: 32 * 86_400_000 }),
  backs: fc.array(fc.record({ share: fc.double({ min: 0.01, max: 1, noNaN: true }), later: fc.nat(40 * 86_400_000) }), {
    maxLength: 3,
  }),
});

const sumOf = (docs: TaxedTotal[]) => docs.reduce(addCredited, nothingCredited);

test("all figures equal the sum of the documents to the paisa, over random histories", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Sold, { minLength: 1, maxLength: 12 }), async (sold) => {
      await empty();
      const invoices: TaxedTotal[] = [];
      const notes: TaxedTotal[] = [];
      const isIn = (at: Date) => at >= begins && at < ends;
      for (const { totalInPaise, rate, place, gstin, at: after, backs } of sold) {
        const at = new Date(begins.getTime() + after);
        const total = { ...splitTax({ totalInPaise, ratePercent: rate, isSameState: place === home }), totalInPaise };
        const id = await putInvoice({ at, total, gstin, place, rate });
        if (isIn(at)) invoices.push(total);
        let credited = nothingCredited;
        for (const { share, later } of backs) {
          const amount = Math.round(totalInPaise * share);
          if (whyNotRefundable(amount, totalInPaise - credited.totalInPaise)) continue;
          const part = creditPart(total, credited, amount);
          credited = addCredited(credited, part);
          const noted = new Date(at.getTime() + later);
          await putCreditNote(id, { at: noted, total: part, gstin, place, rate });
          if (isIn(noted)) notes.push(part);
        }
      }
      const report = await accountant.books.month({ month });
      const [sold1, back] = [sumOf(invoices), sumOf(notes)];
      expect(report.invoices).toEqual({ documents: invoices.length, ...sold1 });
      expect(report.creditNotes).toEqual({ documents: notes.length, ...back });
      const net = sold1.totalInPaise - back.totalInPaise;
      const add = (rows: { netInPaise: number }[]) => rows.reduce((sum, { netInPaise }) => sum + netInPaise, 0);
      expect(report.net.totalInPaise).toBe(net);
      expect(report.taxes.reduce((sum, { totalInPaise }) => sum + totalInPaise, 0)).toBe(net);
      expect(add(report.courses)).toBe(net);
      expect(add(report.sources)).toBe(net);
      expect(add(report.methods)).toBe(net);
      const days = report.days.reduce((sum, day) => sum + day.invoicesInPaise - day.creditNotesInPaise, 0);
      expect(days).toBe(net);

      const csv = Buffer.from((await accountant.books.csv({ month })).bytes)
        .toString()
        .split("\r\n")
        .slice(1, -1);
      expect(csv).toHaveLength(invoices.length + notes.length);

      const files = readZip((await accountant.books.gstr1({ month })).bytes);
      const taxable = sold1.taxableInPaise - back.taxableInPaise;
      expect(gstr1Taxable(files)).toBe(taxable);

      const tally = Buffer.from((await accountant.books.tally({ month })).bytes).toString();
      for (const [voucher] of tally.matchAll(/<VOUCHER .*?<\/VOUCHER>/g))
        expect([...voucher.matchAll(/<AMOUNT>(.*?)</g)].reduce((sum, [, amount]) => sum + paise(amount), 0)).toBe(0);
      const fees = /<LEDGERNAME>Course fees<\/LEDGERNAME>.*?<AMOUNT>(.*?)</g;
      expect([...tally.matchAll(fees)].reduce((sum, [, amount]) => sum + paise(amount), 0)).toBe(taxable);
    }),
    { numRuns: Number(process.env.BOOK_RUNS ?? 12) },
  );
});

const paise = (rupees = "0") => Math.round(Number(rupees) * 100);

/** What all tables say together: those of credit notes are taken off. */
function gstr1Taxable(files: Map<string, string>): number {
  const sum = (name: string) => {
    const [head = "", ...lines] = (files.get(`${name}.csv`) ?? "").trim().split("\r\n");
    const at = head.split(",").indexOf("Taxable Value");
    // Names in quotes have no comma in this test.
    return lines.reduce((all, line) => all + paise(line.split(",")[at]), 0);
  };
  const [, ...untaxed] = (files.get("exemp.csv") ?? "").trim().split("\r\n");
  const withoutTax = untaxed.flatMap((line) => line.split(",").slice(1)).reduce((all, cell) => all + paise(cell), 0);
  return withoutTax + sum("b2b") + sum("b2cl") + sum("b2cs") + sum("exp") - sum("cdnr") - sum("cdnur");
}

test("a document belongs to the month in India, and is listed once, page by page", async () => {
  await empty();
  const total = { ...splitTax({ totalInPaise: 11_800, ratePercent: 18, isSameState: true }), totalInPaise: 11_800 };
  const doc = { total, gstin: null, place: home, rate: 18 };
  await putInvoice({ ...doc, at: new Date(begins.getTime() - 1) });
  for (let n = 0; n < 103; n++) await putInvoice({ ...doc, at: new Date(begins.getTime() + Math.floor(n / 3)) });
  const id = await putInvoice({ ...doc, at: new Date(ends.getTime() - 1) });
  await putCreditNote(id, { ...doc, at: new Date(ends.getTime() - 1) });
  await putInvoice({ ...doc, at: ends });
  const first = await accountant.books.documents({ month });
  const second = await accountant.books.documents({ month, after: first.next ?? "" });
  const numbers = [...first.documents, ...second.documents].map(({ number }) => number);
  expect(new Set(numbers).size).toBe(105);
  expect(numbers).toHaveLength(105);
  expect(
    first.documents
      .slice(0, 2)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(["credit note", "invoice"]);
  expect(second.next).toBeNull();
  expect((await accountant.books.month({ month })).net).toMatchObject({ documents: 105, totalInPaise: 103 * 11_800 });
});

test("a month and the end of a page that do not exist are refused", async () => {
  for (const wrong of ["2026-13", "2026-00", "November", "1999-12"])
    await expect(accountant.books.month({ month: wrong })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(accountant.books.documents({ month, after: "x" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  expect((await accountant.books.month({ month: "2031-01" })).net.documents).toBe(0);
});

test("who exports is in the audit log", async () => {
  const owner = await newStaff(institute, ["owner"]);
  await accountant.books.tally({ month });
  const { entries } = await owner.staff.audit({});
  expect(entries[0]).toMatchObject({ action: "Exported the books", thing: "Books of 2026-11" });
});
