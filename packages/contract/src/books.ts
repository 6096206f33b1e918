import { bookMonthPattern } from "@shoreline/domain/books";
import { z } from "zod";
import { endpoint, StreamReply } from "./endpoint.ts";
import { nothing } from "./staff-shapes.ts";

const month = z.string().regex(bookMonthPattern, "Choose a month").describe("Such as 2026-11, in Indian time");
const paise = z.int();

const BookSum = z.object({
  documents: z.int(),
  taxableInPaise: paise,
  cgstInPaise: paise,
  sgstInPaise: paise,
  igstInPaise: paise,
  totalInPaise: paise,
});
export type BookSum = z.infer<typeof BookSum>;
const net = { netInPaise: paise.describe("Invoices without what credit notes took back"), documents: z.int() };

const BookMonth = z.object({
  month: z.string(),
  invoices: BookSum,
  creditNotes: BookSum,
  net: BookSum.describe("Invoices without what credit notes took back; `documents` counts both"),
  taxes: z
    .array(BookSum.extend({ ratePercent: z.number(), placeCode: z.string(), placeName: z.string() }))
    .describe("Net, by rate and place of supply"),
  days: z.array(z.object({ day: z.iso.date(), invoicesInPaise: paise, creditNotesInPaise: paise })),
  courses: z
    .array(z.object({ name: z.string(), batch: z.string(), ...net }))
    .describe("By course and batch; webinars have no batch. What is beyond the first 100 is one line"),
  sources: z.array(z.object({ source: z.string(), ...net })).describe("Where the learners first came from"),
  methods: z
    .array(z.object({ method: z.string(), ...net }))
    .describe("How invoices were paid; credit notes as their invoice"),
});
export type BookMonth = z.infer<typeof BookMonth>;

const BookDocument = z.object({
  documentId: z.string(),
  kind: z.enum(["invoice", "credit note"]),
  number: z.string(),
  issuedAt: z.iso.datetime(),
  buyer: z.string(),
  gstin: z.string().nullable(),
  description: z.string(),
  totalInPaise: paise,
});
export type BookDocument = z.infer<typeof BookDocument>;

/** What was invoiced and taken back, for the accountant. */
export const books = {
  months: endpoint({
    summary: "The months with books, the latest first",
    input: nothing,
    reply: z.object({ months: z.array(z.string()) }),
    staff: "see books",
  }),
  month: endpoint({
    summary: "A month: invoices, credit notes, GST by rate and place of supply, revenue by course, source and method",
    input: z.object({ month }),
    reply: BookMonth,
    staff: "see books",
    limit: { points: 240, seconds: 600 },
  }),
  documents: endpoint({
    summary: "Invoices and credit notes of a month, the latest first, 100 at a time",
    input: z.object({ month, after: z.string().max(200).optional().describe("`next` of the page before") }),
    reply: z.object({ documents: z.array(BookDocument), next: z.string().nullable() }),
    staff: "see books",
  }),
  csv: endpoint({
    summary: "Every invoice and credit note of a month, as CSV",
    input: z.object({ month }),
    reply: StreamReply,
    staff: "see books",
    needsFreshProof: true,
    sends: "text/csv",
  }),
  gstr1: endpoint({
    summary: "The tables of form GSTR-1 for a month, as CSV files for the offline tool in one archive",
    input: z.object({ month }),
    reply: StreamReply,
    staff: "see books",
    needsFreshProof: true,
    sends: "application/zip",
  }),
  tally: endpoint({
    summary: "The vouchers of a month for Tally's XML import: sales, receipts and credit notes",
    input: z.object({ month }),
    reply: StreamReply,
    staff: "see books",
    needsFreshProof: true,
    sends: "application/xml",
  }),
};
