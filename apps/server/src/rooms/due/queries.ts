import { dayAt } from "@shoreline/domain/batch";
import { type AnyColumn, and, asc, eq, ne, type SQL, sql, sum } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { readInstitute } from "../site/queries.ts";

/** The kind of item that an order for a due buys. */
export const dueKind = "due";

export type DueRow = typeof due.$inferSelect;
export type SaleRow = typeof sale.$inferSelect;

/** The institute's day: what is due today is not overdue yet. */
export async function readDay(db: Db, now: Date): Promise<string> {
  return dayAt(now, (await readInstitute(db)).timeZone);
}

/** Holds the sale of a due until the transaction ends: dues of one sale are settled one after another. */
export async function lockDue(tx: Db, dueId: string) {
  const ofDue = tx.select({ saleId: due.saleId }).from(due).where(eq(due.id, dueId));
  const [held] = await tx.select().from(sale).where(sql`${sale.id} = (${ofDue})`).for("update");
  if (!held) return null;
  const all = await tx.select().from(due).where(eq(due.saleId, held.id)).orderBy(asc(due.number));
  const found = all.find(({ id }) => id === dueId);
  return found ? { sale: held, due: found, dues: all.filter(({ state }) => state !== "cancelled") } : null;
}

/** The parts of a sale, without those that a changed plan has cancelled. */
export async function listDues(db: Db, saleId: string): Promise<DueRow[]> {
  return db
    .select()
    .from(due)
    .where(and(eq(due.saleId, saleId), ne(due.state, "cancelled")))
    .orderBy(asc(due.number));
}

/** How many parts a sale has. A paid part keeps its number, also when a changed plan has fewer. */
export const partsOf = (saleId: AnyColumn | SQL) => sql<number>`(
  select greatest(count(*), max(part.number))::int from due part where part.sale_id = ${saleId} and part.state <> 'cancelled')`;

/** The learner has bought the course elsewhere, so nobody owes anything of this sale. */
export const isBoughtElsewhere = sql<boolean>`(${sale.purchaseId} is null and exists (select from purchase other
  where other.learner_id = ${sale.learnerId} and other.course_id = ${sale.courseId}
    and other.state in ('active', 'suspended')))`;

/** A refund that ends the course is under way: nothing more is taken for it until somebody gives that refund up. */
const isGoingBack = (purchaseId: AnyColumn | string) => sql<boolean>`exists (select from refund going
  where going.purchase_id = ${purchaseId} and going.ends_access and going.state in ('asked', 'approved', 'sent', 'failed'))`;

export async function findGoingBack(db: Db, purchaseId: string | null): Promise<boolean> {
  if (purchaseId === null) return false;
  const [found] = await db
    .select({ is: isGoingBack(purchaseId) })
    .from(purchase)
    .where(eq(purchase.id, purchaseId));
  return found?.is ?? false;
}

/** A due with what its payer reads about it. */
export async function findDueByToken(db: Db, token: string) {
  const [found] = await db
    .select({
      ...{ due, sale, courseName: course.name, count: partsOf(sale.id), purchaseState: purchase.state },
      ...{
        firstName: learner.firstName,
        email: learner.email,
        isBoughtElsewhere,
        isGoingBack: isGoingBack(sale.purchaseId),
      },
      ...{ number: invoice.number, gstin: sql<string | null>`${invoice.content} #>> '{institute,gstin}'` },
    })
    .from(due)
    .innerJoin(sale, eq(sale.id, due.saleId))
    .innerJoin(course, eq(course.id, sale.courseId))
    .leftJoin(learner, eq(learner.id, sale.learnerId))
    .leftJoin(purchase, eq(purchase.id, sale.purchaseId))
    .leftJoin(invoice, eq(invoice.orderId, due.orderId))
    .where(eq(due.linkToken, token));
  return found ?? null;
}
export type FoundDue = NonNullable<Awaited<ReturnType<typeof findDueByToken>>>;

/** A due with the person who is told about it; null once the account is deleted. */
export async function findDueToTell(db: Db, dueId: string) {
  const [found] = await db
    .select({
      ...{ due, sale, course: { courseId: course.courseId, name: course.name }, who: learner, count: partsOf(sale.id) },
      isBoughtElsewhere,
    })
    .from(due)
    .innerJoin(sale, eq(sale.id, due.saleId))
    .innerJoin(course, eq(course.id, sale.courseId))
    .innerJoin(learner, eq(learner.id, sale.learnerId))
    .where(eq(due.id, dueId));
  return found ?? null;
}

export async function findSaleToTell(db: Db, saleId: string) {
  const [found] = await db
    .select({ sale, course: { courseId: course.courseId, name: course.name }, who: learner, state: purchase.state })
    .from(sale)
    .innerJoin(course, eq(course.id, sale.courseId))
    .innerJoin(learner, eq(learner.id, sale.learnerId))
    .innerJoin(purchase, eq(purchase.id, sale.purchaseId))
    .where(eq(sale.id, saleId));
  return found ?? null;
}

export async function describeDue(db: Db, dueId: string): Promise<string | null> {
  const [found] = await db
    .select({ number: due.number, courseName: course.name, count: partsOf(sale.id) })
    .from(due)
    .innerJoin(sale, eq(sale.id, due.saleId))
    .innerJoin(course, eq(course.id, sale.courseId))
    .where(eq(due.id, dueId));
  if (!found) return null;
  return found.count > 1 ? `${found.courseName}, part ${found.number}` : found.courseName;
}

/** What was paid of a sale so far. */
export async function sumPaid(db: Db, saleId: string): Promise<number> {
  const [found] = await db
    .select({ paid: sum(due.amountInPaise).mapWith(Number) })
    .from(due)
    .where(and(eq(due.saleId, saleId), eq(due.state, "paid")));
  return found?.paid ?? 0;
}
