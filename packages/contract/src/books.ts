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

const SettlementMonth = z.object({
  month: z.string(),
  settlements: z
    .array(
      z.object({
        settlementId: z.string(),
        utr: z.string().describe("The bank's reference"),
        settledAt: z.iso.datetime(),
        amountInPaise: paise.describe("What the bank got"),
        feeInPaise: paise.describe("What the provider kept, with its GST"),
        feeTaxInPaise: paise.describe("The GST within it"),
        lines: z.int(),
        unmatched: z.int().describe("Lines that do not match a payment or refund of ours"),
      }),
    )
    .describe("The latest first"),
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        paidInPaise: paise.describe("Payments that were captured online on this day"),
        refundedInPaise: paise.describe("What went back by the provider on this day"),
        feeInPaise: paise.describe("What the provider kept of these payments, as far as it has said so"),
        bankInPaise: paise.describe("What the bank got for these payments, without what went back"),
        openInPaise: paise.describe("What is in no settlement yet: paid, without refunds, fees and what the bank got"),
      }),
    )
    .describe("By the day on which people paid online or got money back"),
  differences: z
    .array(
      z.object({
        kind: z.enum([
          "not settled",
          "unknown payment",
          "unknown refund",
          "another amount",
          "settled twice",
          "correction",
        ]),
        entityId: z.string().describe("The provider's id of the payment, the refund or the correction"),
        orderId: z.string().nullable().describe("Null: we know no such payment or refund"),
        at: z.iso.datetime(),
        ourInPaise: paise,
        theirInPaise: paise,
      }),
    )
    .describe("At most 100. A payment is missing when it is not in a settlement after seven days"),
  isMore: z.boolean(),
});
export type SettlementMonth = z.infer<typeof SettlementMonth>;
const Imported = z.object({
  settlements: z.int(),
  lines: z.int().describe("A line that stands twice counts once"),
  changed: z.int().describe("Lines that were not known before, or were different"),
});

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
    reads: "replica",
  }),
  documents: endpoint({
    summary: "Invoices and credit notes of a month, the latest first, 100 at a time",
    input: z.object({ month, after: z.string().max(200).optional().describe("`next` of the page before") }),
    reply: z.object({ documents: z.array(BookDocument), next: z.string().nullable() }),
    staff: "see books",
    reads: "replica",
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
  settlements: endpoint({
    summary: "What the provider paid out in a month, matched to payments and refunds, and what does not match",
    input: z.object({ month }),
    reply: SettlementMonth,
    staff: "see books",
    limit: { points: 240, seconds: 600 },
  }),
  importSettlements: endpoint({
    summary: "Import the provider's settlement report, as CSV; nothing while a line is wrong",
    input: z.object({
      text: z
        .string("Choose a file")
        .min(1, "This file is empty")
        .max(900_000, "This file is too large: choose a shorter period in the report"),
      fileName: z.string().trim().max(200),
    }),
    reply: Imported.extend({ faults: z.array(z.string()).describe("What is wrong in the file, at most 20") }),
    refusals: ["NOT_A_TABLE"],
    staff: "settle payments",
  }),
  fetchSettlements: endpoint({
    summary: "Ask the provider for the settlements of a month",
    input: z.object({ month }),
    reply: Imported,
    refusals: ["NO_PROVIDER"],
    staff: "settle payments",
    limit: { points: 30, seconds: 600 },
  }),
};
