import type { DeskSale } from "@shoreline/contract";
import { wallTime } from "@shoreline/domain/zone";
import { and, asc, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../db/connect.ts";
import { cutPage, inTime, isAfter } from "../../db/cursor.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { payment } from "../../db/tables/payment.ts";
import { receipt } from "../../db/tables/sale.ts";
import { staff } from "../../db/tables/staff.ts";
import { fullName, numberOf } from "../account/queries.ts";

/** A form that comes twice waits for the first one. */
export async function lockAttempt(tx: Db, attemptId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`desk ${attemptId}`}, 0))`);
}

/** The day in the institute's time zone, 2026-11-17. */
export function dayAt(now: Date, timeZone: string): string {
  const { year, month, day } = wallTime(now, timeZone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

const approver = alias(staff, "approver");

function selectSales(db: Db) {
  return db
    .select({
      sale,
      learner: getTableColumns(learner),
      course: { courseId: course.courseId, name: course.name },
      madeBy: staff.name,
      approvedBy: approver.name,
      id: sale.id,
      key: inTime(sql`${sale.madeAt}`).key,
    })
    .from(sale)
    .innerJoin(course, eq(course.id, sale.courseId))
    .leftJoin(learner, eq(learner.id, sale.learnerId))
    .leftJoin(staff, eq(staff.id, sale.madeBy))
    .leftJoin(approver, eq(approver.id, sale.approvedBy));
}

export async function findDeskSale(db: Db, condition: SQL): Promise<DeskSale | null> {
  const rows = await selectSales(db).where(condition).limit(1);
  return (await withDues(db, rows))[0] ?? null;
}

const salesAtOnce = 50;

type Wanted = { state: "waiting" | "open"; after?: string | undefined };

export async function listDeskSales(db: Db, { state, after }: Wanted) {
  const rows = await selectSales(db)
    .where(
      and(
        // As it stands in the index: a value that comes later would not use it.
        state === "waiting" ? sql`${sale.state} = 'waiting'` : sql`${sale.state} = 'open'`,
        after ? isAfter(inTime(sql`${sale.madeAt}`), sale.id, after) : undefined,
      ),
    )
    .orderBy(asc(sale.madeAt), asc(sale.id))
    .limit(salesAtOnce + 1);
  const { page, next } = cutPage(rows, salesAtOnce);
  return { sales: await withDues(db, page), next };
}

export async function countWaiting(db: Db): Promise<number> {
  return db.$count(sale, sql`${sale.state} = 'waiting'`);
}

type Row = Awaited<ReturnType<typeof selectSales>>[number];

async function withDues(db: Db, rows: Row[]): Promise<DeskSale[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const dues = await db
    .select({ due, receipt: { receiptId: receipt.id, number: receipt.number } })
    .from(due)
    .leftJoin(payment, and(eq(payment.orderId, due.orderId), isNotNull(payment.capturedAt)))
    .leftJoin(receipt, eq(receipt.providerPaymentId, payment.providerPaymentId))
    .where(inArray(due.saleId, ids))
    .orderBy(asc(due.number), asc(receipt.number));
  return rows.map((row) => toWire(row, dues));
}

type DueRow = { due: typeof due.$inferSelect; receipt: { receiptId: string; number: string } | null };

function toWire({ sale: agreed, learner: who, course: bought, ...row }: Row, dues: DueRow[]): DeskSale {
  const { company = "", gstin = "" } = agreed.details;
  const { batchTime, batchType, listPriceInPaise, discountInPaise, discountReason, refusal, state } = agreed;
  // An order can have two payments; only one of them has a receipt or is the due's.
  const own = new Map<string, DueRow>();
  // A changed plan leaves cancelled parts behind; those of a withdrawn sale are all that there is.
  const isShown = (part: DueRow["due"]) => part.state !== "cancelled" || agreed.state === "withdrawn";
  for (const one of dues)
    if (one.due.saleId === agreed.id && isShown(one.due) && (one.receipt || !own.has(one.due.id)))
      own.set(one.due.id, one);
  return {
    ...{ saleId: agreed.id, state, batchTime, batchType, listPriceInPaise, discountInPaise, discountReason, refusal },
    ...{ company, gstin, courseId: bought.courseId, courseName: bought.name },
    name: who ? fullName(who) : "",
    number: who ? numberOf(who) : "",
    email: who?.email ?? "",
    madeBy: row.madeBy ?? "",
    madeAt: agreed.madeAt.toISOString(),
    approvedBy: row.approvedBy ?? "",
    dues: [...own.values()].map(({ due: part, receipt: paper }) => ({
      ...{ dueId: part.id, number: part.number, amountInPaise: part.amountInPaise, dueOn: part.dueOn },
      ...{ state: part.state, receipt: paper },
    })),
  };
}
