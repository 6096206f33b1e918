import { abroad } from "./enrolment.ts";
import type { GstScheme } from "./gst.ts";

/** The month of a tax return, such as 2026-11. It begins and ends in Indian time. */
export const bookMonthPattern = /^20\d\d-(0[1-9]|1[0-2])$/;

const indianTimeMs = 5.5 * 3_600_000;

export function bookMonthOf(at: Date): string {
  return new Date(at.getTime() + indianTimeMs).toISOString().slice(0, 7);
}

export function boundsOf(month: string): { begins: Date; ends: Date } {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return {
    begins: new Date(Date.UTC(year, number - 1, 1) - indianTimeMs),
    ends: new Date(Date.UTC(year, number, 1) - indianTimeMs),
  };
}

/** Months from the latest to the first, with both ends. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first && months.length < mostMonths; month = monthBefore(month)) months.push(month);
  return months;
}

/** Ten financial years: as long as anybody has to keep books. */
const mostMonths = 120;

function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7);
}

/** An invoice or a credit note, as the tax office counts it. Amounts of credit notes are positive here too. */
export type Booked = {
  kind: "invoice" | "credit note";
  number: string;
  /** Day in India, such as 2026-11-17. */
  issuedOn: string;
  buyer: string;
  gstin: string | null;
  /** False for an institute without a GSTIN, which files no return, and for a composition taxable person, who files others. */
  isTaxed: boolean;
  scheme: GstScheme;
  /** How the invoice was paid, as people read it. */
  paidBy: string;
  /** Whether the money was taken or given back at the desk, not by the provider. */
  isAtDesk: boolean;
  place: { code: string; name: string };
  /** Whether the place is the institute's own state: CGST and SGST instead of IGST. */
  isSameState: boolean;
  ratePercent: number;
  sac: string;
  description: string;
  taxableInPaise: number;
  cgstInPaise: number;
  sgstInPaise: number;
  igstInPaise: number;
  totalInPaise: number;
  /** Of a credit note: the invoice that it takes back. */
  ofInvoice: { number: string; issuedOn: string; totalInPaise: number } | null;
};

/** The tables of form GSTR-1 in which documents of a small institute stand. */
export type Gstr1Table = "b2b" | "b2cl" | "b2cs" | "exp" | "exemp" | "cdnr" | "cdnur";

/** Notification 12/2024: since August 2024 an invoice to another state stands alone above one lakh. */
const largeInPaise = 10_000_000;

/** In which table a document stands. Without tax in India it is only added up, for every buyer. Credit notes to people are taken off table b2cs, unless their invoice stood alone. */
export function gstr1TableOf(doc: Booked): Gstr1Table {
  const isNote = doc.kind === "credit note";
  if (doc.ratePercent === 0 && doc.place.code !== abroad.code) return "exemp";
  if (doc.gstin) return isNote ? "cdnr" : "b2b";
  if (doc.place.code === abroad.code) return isNote ? "cdnur" : "exp";
  const invoiceTotal = doc.ofInvoice?.totalInPaise ?? doc.totalInPaise;
  if (!doc.isSameState && invoiceTotal > largeInPaise) return isNote ? "cdnur" : "b2cl";
  return "b2cs";
}
