import { and, asc, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { course } from "../../db/tables/course.ts";
import { documentCounter, invoice, invoiceCounter, purchase } from "../../db/tables/enrolment.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import type { PersonalPlace } from "../../person/who.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { type CourseRow, cardColumns, courseColumns } from "../course/queries.ts";
import { removeInvoiceFile } from "./jobs.ts";

/** The kind of item that this room sells. */
export const courseKind = "course";

export type PurchaseRow = typeof purchase.$inferSelect;

/** An invoice without a GSTIN is a receipt. */
const isReceipt = sql<boolean | null>`${invoice.content} #>> '{institute,gstin}' is null and ${invoice.id} is not null`;

/** A paper of a purchase. Who pays in parts has one for each part, and who got money back has credit notes too. */
type PurchasePaper = {
  number: string;
  kind: "invoice" | "credit note";
  isReceipt: boolean;
  amountInPaise: number;
  issuedAt: string;
};

/** Credit notes are of a later room. */
const papers = sql<PurchasePaper[]>`coalesce((
  select json_agg(json_build_object(
    'number', p.number,
    'kind', p.kind,
    'isReceipt', p.kind = 'invoice' and p.content #>> '{institute,gstin}' is null,
    'amountInPaise', (p.content ->> 'totalInPaise')::int,
    'issuedAt', p.issued_at
  ) order by p.kind desc, p.issued_at, p.number)
  from (
    select i.number, 'invoice' as kind, i.content, i.issued_at from invoice i where i.purchase_id = purchase.id
    union all
    select c.number, 'credit note', c.content, c.issued_at from invoice i
      join credit_note c on c.invoice_id = i.id where i.purchase_id = purchase.id
  ) p), '[]')`;

export const listPurchases = prepared((db) =>
  db
    .select({ purchase, course: cardColumns, papers })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(eq(purchase.learnerId, sql.placeholder("learnerId")))
    .orderBy(desc(purchase.purchasedAt))
    .prepare("purchase_list"),
);

export async function hasBought(db: Db, { learnerId, courseId }: { learnerId: string; courseId: string }) {
  const isThis = and(eq(purchase.learnerId, learnerId), eq(purchase.courseId, courseId), isCurrentPurchase);
  return (await db.$count(purchase, isThis)) > 0;
}

/** The course of a purchase of this learner only. */
export async function findOwned(
  db: Db,
  { learnerId, purchaseId }: { learnerId: string; purchaseId: string },
): Promise<CourseRow[]> {
  return db
    .select(courseColumns)
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(and(eq(purchase.learnerId, learnerId), eq(sql`${purchase.id}::text`, purchaseId), isCurrentPurchase));
}

/** Null when the learner already has the course. */
export async function addPurchase(db: Db, values: typeof purchase.$inferInsert): Promise<PurchaseRow | null> {
  const [added] = await db.insert(purchase).values(values).onConflictDoNothing().returning();
  return added ?? null;
}

export async function findCourseById(db: Db, id: string): Promise<CourseRow | null> {
  const [found] = await db.select(courseColumns).from(course).where(eq(course.id, id));
  return found ?? null;
}

/** The next number of the year. The row is locked until the transaction ends, so numbers have no gaps and no duplicates. */
export async function nextSerial(db: Db, financialYear: string): Promise<number> {
  const [counted] = await db
    .insert(invoiceCounter)
    .values({ financialYear, last: 1 })
    .onConflictDoUpdate({ target: invoiceCounter.financialYear, set: { last: sql`${invoiceCounter.last} + 1` } })
    .returning({ last: invoiceCounter.last });
  return counted?.last ?? 1;
}

/** The same for receipts and credit notes. */
export async function nextDocument(db: Db, series: "receipt" | "credit note", financialYear: string): Promise<number> {
  const [counted] = await db
    .insert(documentCounter)
    .values({ series, financialYear, last: 1 })
    .onConflictDoUpdate({
      target: [documentCounter.series, documentCounter.financialYear],
      set: { last: sql`${documentCounter.last} + 1` },
    })
    .returning({ last: documentCounter.last });
  return counted?.last ?? 1;
}

export async function addInvoice(db: Db, values: typeof invoice.$inferInsert): Promise<string> {
  const [added] = await db.insert(invoice).values(values).returning({ id: invoice.id });
  return added?.id ?? "";
}

type OwnInvoice = { learnerId: string; purchaseId: string; number?: string | undefined };

/** Finds an invoice of this learner only: the first of the purchase, or the one with this number. */
export async function findInvoice(db: Db, { learnerId, purchaseId, number }: OwnInvoice) {
  const [found] = await db
    .select()
    .from(invoice)
    .where(
      and(
        eq(invoice.learnerId, learnerId),
        eq(sql`${invoice.purchaseId}::text`, purchaseId),
        number === undefined ? undefined : eq(invoice.number, number),
      ),
    )
    .orderBy(asc(invoice.issuedAt), asc(invoice.number))
    .limit(1);
  return found ?? null;
}

/** A credit note of this learner only, by its number. */
export async function findCreditNote(db: Db, { learnerId, purchaseId, number }: OwnInvoice) {
  if (number === undefined) return null;
  const { rows } = await db.execute<{ id: string; number: string; content: Record<string, unknown> }>(sql`
    select c.id, c.number, c.content from credit_note c join invoice i on i.id = c.invoice_id
    where c.number = ${number} and i.learner_id = ${learnerId} and i.purchase_id::text = ${purchaseId}`);
  return rows[0] ?? null;
}

export async function findInvoiceById(db: Db, id: string) {
  const [found] = await db.select().from(invoice).where(eq(invoice.id, id));
  return found ?? null;
}

export async function findPurchase(db: Db, purchaseId: string) {
  const [found] = await db
    .select({ purchase, course: courseColumns, invoice, isReceipt })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .leftJoin(invoice, eq(invoice.purchaseId, purchase.id))
    .where(eq(purchase.id, purchaseId))
    .orderBy(asc(invoice.issuedAt), asc(invoice.number))
    .limit(1);
  return found ?? null;
}

/** False when the purchase was confirmed before. Otherwise the caller notifies the learner in the same transaction. */
export async function markConfirmed(db: Db, { purchaseId, now }: { purchaseId: string; now: Date }): Promise<boolean> {
  const marked = await db
    .update(purchase)
    .set({ confirmedAt: now })
    .where(and(eq(purchase.id, purchaseId), isNull(purchase.confirmedAt)))
    .returning({ id: purchase.id });
  return marked.length > 0;
}

/** An invoice names its buyer as the law requires, also when the person is erased. */
export const invoicePlace: PersonalPlace = {
  table: "invoice",
  learner: sql`learner_id`,
  email: sql`(content -> 'buyer' ->> 'email')`,
  number: sql`replace(content -> 'buyer' ->> 'mobile', ' ', '')`,
  erase: "keep",
};

/** The invoice stays, without the person who bought. Its stored file is drawn again without them. */
export async function forgetInvoiceBuyers(db: Db, before: Date): Promise<void> {
  const nobody = JSON.stringify({ name: "", email: "", mobile: "" });
  const named = db
    .select({ id: invoice.id })
    .from(invoice)
    .where(and(lt(invoice.issuedAt, before), sql`${invoice.content} -> 'buyer' ->> 'name' <> ''`))
    .orderBy(asc(invoice.issuedAt))
    .limit(rowsPerStep)
    .for("update", { skipLocked: true });
  await inSteps(() =>
    db.transaction(async (tx) => {
      const changed = await tx
        .update(invoice)
        .set({
          content: sql`${invoice.content} || jsonb_build_object('buyer', ${invoice.content} -> 'buyer' || ${nobody}::jsonb)`,
        })
        .where(sql`${invoice.id} = any(array(${named}))`)
        .returning({ id: invoice.id });
      await enqueueAll(tx, removeInvoiceFile, changed);
      return changed;
    }),
  );
}
