import { and, asc, eq, sql, sum } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";

/** The kind of item that an order for a due buys. */
export const dueKind = "due";

export type DueRow = typeof due.$inferSelect;
export type SaleRow = typeof sale.$inferSelect;

/** Holds the sale of a due until the transaction ends: dues of one sale are settled one after another. */
export async function lockDue(tx: Db, dueId: string) {
  const ofDue = tx.select({ saleId: due.saleId }).from(due).where(eq(due.id, dueId));
  const [held] = await tx.select().from(sale).where(sql`${sale.id} = (${ofDue})`).for("update");
  if (!held) return null;
  const dues = await tx.select().from(due).where(eq(due.saleId, held.id)).orderBy(asc(due.number));
  const found = dues.find(({ id }) => id === dueId);
  return found ? { sale: held, due: found, dues } : null;
}

/** A due with what its payer reads about it. */
export async function findDueByToken(db: Db, token: string) {
  const [found] = await db
    .select({ due, sale, courseName: course.name })
    .from(due)
    .innerJoin(sale, eq(sale.id, due.saleId))
    .innerJoin(course, eq(course.id, sale.courseId))
    .where(eq(due.linkToken, token));
  return found ?? null;
}

export async function describeDue(db: Db, dueId: string): Promise<string | null> {
  const [found] = await db
    .select({ number: due.number, courseName: course.name })
    .from(due)
    .innerJoin(sale, eq(sale.id, due.saleId))
    .innerJoin(course, eq(course.id, sale.courseId))
    .where(eq(due.id, dueId));
  return found ? `${found.courseName}, part ${found.number}` : null;
}

/** What was paid of a sale so far. */
export async function sumPaid(db: Db, saleId: string): Promise<number> {
  const [found] = await db
    .select({ paid: sum(due.amountInPaise).mapWith(Number) })
    .from(due)
    .where(and(eq(due.saleId, saleId), eq(due.state, "paid")));
  return found?.paid ?? 0;
}
