import { expect, test } from "vitest";
import { type Booked, bookMonthOf, boundsOf, gstr1TableOf, monthsBetween } from "./books.ts";

test("a month begins and ends at midnight in India, also where the financial year changes", () => {
  expect(boundsOf("2027-04").begins.toISOString()).toBe("2027-03-31T18:30:00.000Z");
  expect(boundsOf("2027-03").ends).toEqual(boundsOf("2027-04").begins);
  expect(boundsOf("2026-12").ends).toEqual(boundsOf("2027-01").begins);
  expect(bookMonthOf(new Date("2027-03-31T18:29:59.999Z"))).toBe("2027-03");
  expect(bookMonthOf(new Date("2027-03-31T18:30:00Z"))).toBe("2027-04");
});

test("months are listed from the latest to the first, and never without end", () => {
  expect(monthsBetween("2026-11", "2027-02")).toEqual(["2027-02", "2027-01", "2026-12", "2026-11"]);
  expect(monthsBetween("2027-03", "2027-02")).toEqual([]);
  expect(monthsBetween("0001-01", "2027-02")).toHaveLength(120);
});

const lakh = 10_000_000;
const doc = (values: Partial<Booked>): Booked => ({
  ...{
    kind: "invoice",
    number: "SA/2026-27/00001",
    issuedOn: "2026-11-17",
    buyer: "Kavya Raman",
    gstin: null,
    isTaxed: true,
    scheme: "regular",
    paidBy: "UPI",
    isAtDesk: false,
  },
  ...{ place: { code: "34", name: "Puducherry" }, isSameState: true, ratePercent: 18, sac: "999293", description: "x" },
  ...{ taxableInPaise: 100, cgstInPaise: 9, sgstInPaise: 9, igstInPaise: 0, totalInPaise: 118, ofInvoice: null },
  ...values,
});
const note = (values: Partial<Booked>) => doc({ kind: "credit note", ...values });
const elsewhere = { place: { code: "33", name: "Tamil Nadu" }, isSameState: false };
const outside = { place: { code: "96", name: "Outside India" }, isSameState: false };
const ofInvoice = (totalInPaise: number) => ({ number: "SA/2026-27/00001", issuedOn: "2026-11-17", totalInPaise });

test("a document stands in the table of its buyer", () => {
  expect(gstr1TableOf(doc({ gstin: "34AAACS1234A1Z5" }))).toBe("b2b");
  expect(gstr1TableOf(doc({}))).toBe("b2cs");
  expect(gstr1TableOf(doc({ totalInPaise: 5 * lakh }))).toBe("b2cs");
  expect(gstr1TableOf(doc({ ...elsewhere, totalInPaise: lakh }))).toBe("b2cs");
  expect(gstr1TableOf(doc({ ...elsewhere, totalInPaise: lakh + 1 }))).toBe("b2cl");
  expect(gstr1TableOf(doc(outside))).toBe("exp");
});

test("without tax a document is only added up, except for exports", () => {
  expect(gstr1TableOf(doc({ ratePercent: 0 }))).toBe("exemp");
  expect(gstr1TableOf(doc({ ratePercent: 0, gstin: "34AAACS1234A1Z5", scheme: "exempt" }))).toBe("exemp");
  expect(gstr1TableOf(note({ ratePercent: 0, ofInvoice: ofInvoice(100) }))).toBe("exemp");
  expect(gstr1TableOf(doc({ ...outside, ratePercent: 0 }))).toBe("exp");
  expect(gstr1TableOf(note({ ...outside, ratePercent: 0, ofInvoice: ofInvoice(100) }))).toBe("cdnur");
});

test("a credit note follows its invoice, however small it is", () => {
  expect(gstr1TableOf(note({ gstin: "34AAACS1234A1Z5" }))).toBe("cdnr");
  expect(gstr1TableOf(note({ ...elsewhere, totalInPaise: 100, ofInvoice: ofInvoice(2 * lakh) }))).toBe("cdnur");
  expect(gstr1TableOf(note({ ...elsewhere, totalInPaise: 100, ofInvoice: ofInvoice(lakh) }))).toBe("b2cs");
  expect(gstr1TableOf(note({ ...outside, ofInvoice: ofInvoice(100) }))).toBe("cdnur");
});
