import { amountInWords, financialYear, invoiceNumber } from "@shoreline/domain/enrolment";
import { paymentMethodName } from "@shoreline/domain/payment";
import { addCredited, creditPart, nothingCredited, type TaxedTotal } from "@shoreline/domain/refund";
import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import type { invoice } from "../../db/tables/enrolment.ts";
import { creditNote } from "../../db/tables/refund.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import type { PersonalPlace } from "../../person/who.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { indianDay, invoiceFile, readCreditNote } from "../enrolment/invoice.ts";
import type { InvoiceInput } from "../enrolment/invoice-pdf.ts";
import { nextDocument } from "../enrolment/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { removeCreditNoteFile } from "./jobs.ts";

type InvoiceRow = typeof invoice.$inferSelect;
type Credited = {
  amountInPaise: number;
  /** Null: no money goes back, it is carried over to another course. */
  refundId: string | null;
  invoice: InvoiceRow;
  reference: string;
  method: string;
  now: Date;
};

/**
 * Takes an invoice back by what was refunded or carried over, in the transaction that does so. Null when the invoice has nothing
 * left: more went back than was invoiced.
 */
export async function issueCreditNote(tx: Db, { refundId, invoice: of, reference, method, now, ...asked }: Credited) {
  const content = of.content as InvoiceInput;
  const credited = await sumCredited(tx, of.id);
  const invoiced = toTotal(content);
  const amountInPaise = Math.min(asked.amountInPaise, invoiced.totalInPaise - credited.totalInPaise);
  if (amountInPaise < 1) return null;
  const { taxableInPaise, totalInPaise, ...tax } = creditPart(invoiced, credited, amountInPaise);
  const year = financialYear(now);
  const { invoicePrefix } = await readInstitute(tx);
  const serial = await nextDocument(tx, "credit note", year);
  // A series of its own, also for an institute whose invoices begin with these letters.
  const prefix = invoicePrefix === "CN" ? "CR" : "CN";
  const number = invoiceNumber({ prefix, financialYear: year, count: serial });
  if (!number) throw new Error("The credit note numbers of this year are used up.");
  const [line] = content.lines;
  const day = indianDay(now);
  const taken: InvoiceInput = {
    ...content,
    ...{ number, issuedOn: day, totalInPaise, amountInWords: amountInWords(totalInPaise) },
    lines: [
      {
        description: `Credit: ${line?.description ?? ""}`,
        sac: line?.sac ?? "",
        quantity: 1,
        amountInPaise: taxableInPaise,
      },
    ],
    tax: { ratePercent: content.tax.ratePercent, ...tax },
    payment: { method: paymentMethodName(method), reference, paidOn: day },
    creditOf: { number: content.number, issuedOn: content.issuedOn },
  };
  const [added] = await tx
    .insert(creditNote)
    .values({
      ...{ number, financialYear: year, serial, invoiceId: of.id, refundId },
      ...{ content: taken, issuedAt: now },
    })
    .returning();
  return added ?? null;
}

function toTotal({ lines, tax, totalInPaise }: InvoiceInput): TaxedTotal {
  const { cgstInPaise, sgstInPaise, igstInPaise } = tax;
  const taxableInPaise = lines.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);
  return { taxableInPaise, cgstInPaise, sgstInPaise, igstInPaise, totalInPaise };
}

/** What earlier credit notes took back. The caller holds the order, so that none is added meanwhile. */
async function sumCredited(tx: Db, invoiceId: string): Promise<TaxedTotal> {
  const rows = await tx
    .select({ content: creditNote.content })
    .from(creditNote)
    .where(eq(creditNote.invoiceId, invoiceId));
  return rows.map(({ content }) => toTotal(content as InvoiceInput)).reduce(addCredited, nothingCredited);
}

/** Returns no file when the credit note no longer exists. */
export async function attachCreditNote(deps: Deps, id: string) {
  const [found] = await deps.db.select().from(creditNote).where(eq(creditNote.id, id));
  if (!found) return [];
  return [{ name: invoiceFile(found), type: "application/pdf", bytes: await readCreditNote(deps, found) }];
}

/** A credit note names its buyer as the law requires, also when the person is erased. */
export const creditNotePlace: PersonalPlace = {
  table: "credit_note",
  email: sql`(content -> 'buyer' ->> 'email')`,
  number: sql`replace(content -> 'buyer' ->> 'mobile', ' ', '')`,
  erase: "keep",
};

/** As invoices do, a credit note stays without the person. */
export async function forgetCreditedBuyers(db: Db, before: Date): Promise<void> {
  const nobody = JSON.stringify({ name: "", email: "", mobile: "" });
  const named = db
    .select({ id: creditNote.id })
    .from(creditNote)
    .where(and(lt(creditNote.issuedAt, before), sql`${creditNote.content} -> 'buyer' ->> 'name' <> ''`))
    .orderBy(asc(creditNote.issuedAt))
    .limit(rowsPerStep)
    .for("update", { skipLocked: true });
  await inSteps(() =>
    db.transaction(async (tx) => {
      const changed = await tx
        .update(creditNote)
        .set({
          content: sql`${creditNote.content} || jsonb_build_object('buyer', ${creditNote.content} -> 'buyer' || ${nobody}::jsonb)`,
        })
        .where(sql`${creditNote.id} = any(array(${named}))`)
        .returning({ id: creditNote.id });
      await enqueueAll(tx, removeCreditNoteFile, changed);
      return changed;
    }),
  );
}
