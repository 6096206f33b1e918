import { type Booked, type Gstr1Table, gstr1TableOf } from "@shoreline/domain/books";
import { abroad } from "@shoreline/domain/enrolment";
import { csvLine } from "../../csv-cell.ts";
import { rupees } from "./rupees.ts";

const hsn =
  "HSN,Description,UQC,Total Quantity,Total Value,Rate,Taxable Value,Integrated Tax Amount,Central Tax Amount,State/UT Tax Amount,Cess Amount";

/** The headings of the offline tool, word by word. Since May 2025 table 12 (HSN) is two: for buyers with a GSTIN, and all others. */
const headings = {
  b2b: "GSTIN/UIN of Recipient,Receiver Name,Invoice Number,Invoice date,Invoice Value,Place Of Supply,Reverse Charge,Applicable % of Tax Rate,Invoice Type,E-Commerce GSTIN,Rate,Taxable Value,Cess Amount",
  b2cl: "Invoice Number,Invoice date,Invoice Value,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN",
  b2cs: "Type,Place Of Supply,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount,E-Commerce GSTIN",
  exp: "Export Type,Invoice Number,Invoice date,Invoice Value,Port Code,Shipping Bill Number,Shipping Bill Date,Rate,Taxable Value,Cess Amount",
  exemp: "Description,Nil Rated Supplies,Exempted(other than nil rated/non GST supply),Non-GST Supplies",
  cdnr: "GSTIN/UIN of Recipient,Receiver Name,Note Number,Note Date,Note Type,Place Of Supply,Reverse Charge,Note Supply Type,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount",
  cdnur:
    "UR Type,Note Number,Note Date,Note Type,Place Of Supply,Note Value,Applicable % of Tax Rate,Rate,Taxable Value,Cess Amount",
  "hsn(b2b)": hsn,
  "hsn(b2c)": hsn,
  docs: "Nature of Document,Sr. No. From,Sr. No. To,Total Number,Cancelled",
} as const satisfies Record<Gstr1Table | HsnFile | "docs", string>;

type HsnFile = "hsn(b2b)" | "hsn(b2c)";
type File = keyof typeof headings;

/** Reads all documents once. Those to people without a GSTIN are added up, so that a long month needs little memory. */
export async function gstr1Files(pages: AsyncIterable<Booked[]>): Promise<[File, string][]> {
  const lines: Record<File, string[]> = {
    b2b: [],
    b2cl: [],
    b2cs: [],
    exp: [],
    exemp: [],
    cdnr: [],
    cdnur: [],
    "hsn(b2b)": [],
    "hsn(b2c)": [],
    docs: [],
  };
  const small = new Map<string, Booked>();
  const untaxed = new Map<string, Untaxed>();
  const kinds = new Map<string, HsnSum & { file: HsnFile }>();
  const series = new Map<Booked["kind"], Series>();
  for await (const page of pages)
    for (const doc of page) {
      if (!doc.isTaxed) continue;
      const table = gstr1TableOf(doc);
      if (table === "b2cs") add(small, `${doc.place.code} ${doc.ratePercent}`, doc);
      else if (table === "exemp") addUntaxed(untaxed, doc);
      else lines[table].push(csvLine(cellsOf[table](doc)));
      addHsn(kinds, doc);
      addToSeries(series, doc);
    }
  lines.b2cs.push(...[...small.values()].map((sum) => csvLine(cellsOf.b2cs(sum))));
  lines.exemp.push(
    ...[...untaxed].map(([kind, { nil, exempt }]) => csvLine([kind, rupees(nil), rupees(exempt), "0.00"])),
  );
  for (const { file, ...sum } of kinds.values()) lines[file].push(csvLine(hsnCells(sum)));
  lines.docs.push(...[...series].map(([kind, one]) => csvLine(seriesCells(kind, one))));
  return Object.entries(headings).map(([name, heading]) => {
    const file = name as File;
    return [file, `${heading}\r\n${lines[file].join("")}`];
  });
}

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

function dateOf(day: string): string {
  const [year, month, date] = day.split("-");
  return `${date}-${months[Number(month) - 1]}-${year}`;
}

const placeOf = ({ place }: Booked) => `${place.code}-${place.name}`;
const rated = (doc: Booked) => [String(doc.ratePercent), rupees(doc.taxableInPaise)];
const exportType = (doc: Booked) => (doc.igstInPaise > 0 ? "WPAY" : "WOPAY");

type Untaxed = { nil: number; exempt: number };

/** A rate of nothing is nil-rated, unless the institute says that its courses are exempt. */
function addUntaxed(sums: Map<string, Untaxed>, doc: Booked): void {
  const key = `${doc.isSameState ? "Intra" : "Inter"}-State supplies to ${doc.gstin ? "registered" : "unregistered"} persons`;
  const { nil, exempt } = sums.get(key) ?? { nil: 0, exempt: 0 };
  const paise = (doc.kind === "invoice" ? 1 : -1) * doc.totalInPaise;
  sums.set(key, doc.scheme === "exempt" ? { nil, exempt: exempt + paise } : { nil: nil + paise, exempt });
}

const cellsOf: Record<Exclude<Gstr1Table, "exemp">, (doc: Booked) => string[]> = {
  b2b: (doc) => [
    ...[doc.gstin ?? "", doc.buyer, doc.number, dateOf(doc.issuedOn), rupees(doc.totalInPaise), placeOf(doc), "N", ""],
    ...["Regular B2B", "", ...rated(doc), "0.00"],
  ],
  b2cl: (doc) => [
    ...[doc.number, dateOf(doc.issuedOn), rupees(doc.totalInPaise), placeOf(doc), "", ...rated(doc), "0.00", ""],
  ],
  b2cs: (doc) => ["OE", placeOf(doc), "", ...rated(doc), "0.00", ""],
  exp: (doc) => [
    ...[exportType(doc), doc.number, dateOf(doc.issuedOn), rupees(doc.totalInPaise), "", "", "", ...rated(doc), "0.00"],
  ],
  cdnr: (doc) => [
    ...[doc.gstin ?? "", doc.buyer, doc.number, dateOf(doc.issuedOn), "C", placeOf(doc), "N", "Regular B2B"],
    ...[rupees(doc.totalInPaise), "", ...rated(doc), "0.00"],
  ],
  cdnur: (doc) => [
    doc.place.code === abroad.code ? (doc.igstInPaise > 0 ? "EXPWP" : "EXPWOP") : "B2CL",
    ...[doc.number, dateOf(doc.issuedOn), "C", placeOf(doc), rupees(doc.totalInPaise), "", ...rated(doc), "0.00"],
  ],
};

/** Credit notes are taken off. */
function add(sums: Map<string, Booked>, key: string, doc: Booked): void {
  const sign = doc.kind === "invoice" ? 1 : -1;
  const before = sums.get(key);
  sums.set(key, { ...doc, taxableInPaise: (before?.taxableInPaise ?? 0) + sign * doc.taxableInPaise });
}

type HsnSum = Pick<
  Booked,
  "sac" | "ratePercent" | "taxableInPaise" | "igstInPaise" | "cgstInPaise" | "sgstInPaise" | "totalInPaise"
>;

function addHsn(sums: Map<string, HsnSum & { file: HsnFile }>, doc: Booked): void {
  const { sac, ratePercent } = doc;
  const file = doc.gstin ? "hsn(b2b)" : "hsn(b2c)";
  const key = `${file} ${sac} ${ratePercent}`;
  const sign = doc.kind === "invoice" ? 1 : -1;
  const before = sums.get(key);
  const plus = (name: Exclude<keyof HsnSum, "sac" | "ratePercent">) => (before?.[name] ?? 0) + sign * doc[name];
  sums.set(key, {
    ...{ file, sac, ratePercent, taxableInPaise: plus("taxableInPaise"), totalInPaise: plus("totalInPaise") },
    ...{ igstInPaise: plus("igstInPaise"), cgstInPaise: plus("cgstInPaise"), sgstInPaise: plus("sgstInPaise") },
  });
}

function hsnCells({ sac, ratePercent, ...sum }: HsnSum): string[] {
  return [
    // Services have no unit and no quantity.
    ...[sac, "Training services", "NA", "0", rupees(sum.totalInPaise), String(ratePercent), rupees(sum.taxableInPaise)],
    ...[rupees(sum.igstInPaise), rupees(sum.cgstInPaise), rupees(sum.sgstInPaise), "0.00"],
  ];
}

type Series = { first: string; last: string; count: number };

function addToSeries(series: Map<Booked["kind"], Series>, { kind, number }: Booked): void {
  const before = series.get(kind);
  series.set(kind, { first: before?.first ?? number, last: number, count: (before?.count ?? 0) + 1 });
}

function seriesCells(kind: Booked["kind"], { first, last, count }: Series): string[] {
  const nature = kind === "invoice" ? "Invoices for outward supply" : "Credit Note";
  return [nature, first, last, String(count), "0"];
}
