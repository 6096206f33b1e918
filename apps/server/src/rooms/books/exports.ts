import { ReadableStream } from "node:stream/web";
import { type Booked, boundsOf } from "@shoreline/domain/books";
import type { StaffCtx } from "../../context.ts";
import { csvLine } from "../../csv-cell.ts";
import { writeZip, type ZipPart } from "../../zip.ts";
import { recordChange } from "../staff/audit.ts";
import { readBooked } from "./documents.ts";
import { gstr1Files } from "./gstr1.ts";
import { rupees } from "./rupees.ts";
import { tallyXml } from "./tally.ts";

type Asked = { month: string };

export async function exportCsv(ctx: StaffCtx, { month }: Asked) {
  return { stream: await begin(ctx, { month, format: "CSV" }, csvLines), name: `books ${month}.csv` };
}

export async function exportGstr1(ctx: StaffCtx, { month }: Asked) {
  const zip = (pages: Pages) => writeZip(gstr1Parts(pages));
  return { stream: await begin(ctx, { month, format: "GSTR-1" }, zip), name: `GSTR-1 ${month}.zip` };
}

export async function exportTally(ctx: StaffCtx, { month }: Asked) {
  return { stream: await begin(ctx, { month, format: "Tally" }, tallyXml), name: `Tally ${month}.xml` };
}

type Pages = AsyncIterable<Booked[]>;

/** Who exports is in the audit log before the first byte. Nothing is read before the browser wants it. */
async function begin(
  ctx: StaffCtx,
  after: { month: string; format: string },
  write: (pages: Pages) => AsyncIterable<Uint8Array | string>,
) {
  await recordChange(ctx.db, ctx, {
    ...{ action: "Exported the books", kind: "payment", thingId: after.month, thing: `Books of ${after.month}`, after },
  });
  const encoder = new TextEncoder();
  const parts = write(readBooked(ctx.db, boundsOf(after.month)));
  const bytes = (async function* () {
    for await (const part of parts) yield typeof part === "string" ? encoder.encode(part) : part;
  })();
  return ReadableStream.from(bytes) as globalThis.ReadableStream<Uint8Array>;
}

const headings = [
  ...["Document", "Number", "Date", "Buyer", "GSTIN", "Place of supply", "SAC", "Description", "Rate", "Taxable value"],
  ...["CGST", "SGST", "IGST", "Total", "Takes back invoice", "Paid by"],
];

/** Amounts of credit notes are negative, so that a column adds up to the books. */
async function* csvLines(pages: Pages): AsyncGenerator<string> {
  // Excel reads UTF-8 only with this mark.
  yield `\uFEFF${csvLine(headings)}`;
  for await (const page of pages) yield page.map(lineOf).join("");
}

function lineOf(doc: Booked): string {
  const sign = doc.kind === "invoice" ? 1 : -1;
  const { taxableInPaise, cgstInPaise, sgstInPaise, igstInPaise, totalInPaise } = doc;
  return csvLine([
    ...[doc.kind === "invoice" ? "Invoice" : "Credit note", doc.number, doc.issuedOn, doc.buyer, doc.gstin ?? ""],
    ...[`${doc.place.code}-${doc.place.name}`, doc.sac, doc.description, String(doc.ratePercent)],
    ...[taxableInPaise, cgstInPaise, sgstInPaise, igstInPaise, totalInPaise].map((paise) => rupees(sign * paise)),
    ...[doc.ofInvoice?.number ?? "", doc.paidBy],
  ]);
}

async function* gstr1Parts(pages: Pages): AsyncGenerator<ZipPart> {
  for (const [name, text] of await gstr1Files(pages)) {
    yield { file: `${name}.csv` };
    yield text;
  }
}
