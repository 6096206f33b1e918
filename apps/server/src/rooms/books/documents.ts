import type { BookDocument } from "@shoreline/contract";
import type { Booked } from "@shoreline/domain/books";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { cutPage, inTime, isBefore } from "../../db/cursor.ts";
import type { InvoiceInput } from "../enrolment/invoice-pdf.ts";
import { isDeskPayment } from "../payment/desk.ts";

export type Bounds = { begins: Date; ends: Date };

/** The condition that a document of either table was issued in a period. */
export const issuedIn = ({ begins, ends }: Bounds, table = sql``) =>
  sql`${table}issued_at >= ${begins.toISOString()}::timestamptz and ${table}issued_at < ${ends.toISOString()}::timestamptz`;

const pageSize = 100;

type Listed = {
  id: string;
  key: string;
  kind: BookDocument["kind"];
  number: string;
  issuedAt: Date;
  buyer: string;
  gstin: string | null;
  description: string;
  totalInPaise: number;
};

/** Each table is read from its index up to the end of the page, and then both are put together. */
export async function listDocuments(db: Db, { after, ...bounds }: Bounds & { after?: string | undefined }) {
  const byTime = inTime(sql`issued_at`);
  const select = (kind: BookDocument["kind"]) => sql`(
    select id, ${byTime.key} as key, ${kind}::text as kind, number, issued_at as "issuedAt",
      coalesce(content #>> '{buyer,company,name}', content #>> '{buyer,name}', '') as buyer,
      content #>> '{buyer,company,gstin}' as gstin, content #>> '{lines,0,description}' as description,
      total_in_paise as "totalInPaise"
    from ${kind === "invoice" ? sql`invoice` : sql`credit_note`}
    where ${issuedIn(bounds)} ${after ? sql`and ${isBefore(byTime, sql`id`, after)}` : sql``}
    order by issued_at desc, id desc limit ${pageSize + 1})`;
  const { rows } = await db.execute<Listed>(sql`
    ${select("invoice")} union all ${select("credit note")}
    order by "issuedAt" desc, id desc limit ${pageSize + 1}`);
  const { page, next } = cutPage(rows, pageSize);
  const documents = page.map(
    ({ id, key: _, issuedAt, ...rest }): BookDocument => ({
      ...rest,
      documentId: id,
      issuedAt: new Date(issuedAt).toISOString(),
    }),
  );
  return { documents, next };
}

type Row = {
  id: string;
  content: InvoiceInput;
  issuedAt: string;
  ofNumber: string | null;
  ofIssuedOn: string | null;
  ofTotal: number | null;
  /** How a refund went back; null for an invoice. */
  way: string | null;
};

const exportedAtOnce = 500;

/** Every document of a period by its number: the invoices, then the credit notes. */
export async function* readBooked(db: Db, bounds: Bounds): AsyncGenerator<Booked[]> {
  yield* readKind(db, bounds, "invoice");
  yield* readKind(db, bounds, "credit note");
}

async function* readKind(db: Db, bounds: Bounds, kind: Booked["kind"]): AsyncGenerator<Booked[]> {
  let after = { financialYear: "", serial: 0 };
  while (true) {
    const { rows } = await db.execute<Row & typeof after>(sql`
      select d.id, d.content, d.financial_year as "financialYear", d.serial,
        ${kind === "invoice" ? sql`null::text as "ofNumber", null::text as "ofIssuedOn", null::int as "ofTotal", null::text as way` : sql`i.number as "ofNumber", i.content ->> 'issuedOn' as "ofIssuedOn", i.total_in_paise as "ofTotal", r.way`}
      from ${kind === "invoice" ? sql`invoice d` : sql`credit_note d join invoice i on i.id = d.invoice_id left join refund r on r.id = d.refund_id`}
      where ${issuedIn(bounds, sql`d.`)} and (d.financial_year, d.serial) > (${after.financialYear}, ${after.serial})
      order by d.financial_year, d.serial limit ${exportedAtOnce}`);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => toBooked(row, kind));
    after = { financialYear: last.financialYear, serial: last.serial };
  }
}

function toBooked({ content, ofNumber, ofIssuedOn, ofTotal, way }: Row, kind: Booked["kind"]): Booked {
  const { number, issuedOn, institute, buyer, placeOfSupply, lines, tax, totalInPaise } = content;
  const { scheme = "regular", payment } = content;
  const { ratePercent, cgstInPaise, sgstInPaise, igstInPaise } = tax;
  const place = placeOfSupply ?? { code: institute.stateCode, name: institute.state };
  return {
    ...{ kind, number, issuedOn, place, ratePercent, cgstInPaise, sgstInPaise, igstInPaise, totalInPaise },
    buyer: buyer.company?.name ?? buyer.name,
    gstin: buyer.company?.gstin ?? null,
    ...{ isTaxed: institute.gstin !== null && scheme !== "composition", scheme },
    isSameState: place.code === institute.stateCode,
    sac: lines[0]?.sac ?? "",
    description: lines[0]?.description ?? "",
    paidBy: payment.method,
    isAtDesk: way === null ? isDeskPayment(payment.reference ?? "") : way !== "source",
    taxableInPaise: totalInPaise - cgstInPaise - sgstInPaise - igstInPaise,
    ofInvoice:
      ofNumber && ofIssuedOn ? { number: ofNumber, issuedOn: ofIssuedOn, totalInPaise: ofTotal ?? totalInPaise } : null,
  };
}
