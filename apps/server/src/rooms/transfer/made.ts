import { type Api, type ParsedInput, Refusal, type Transferred } from "@shoreline/contract";
import { discountOf } from "@shoreline/domain/discount";
import { and, asc, eq, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { paymentOrder } from "../../db/tables/payment.ts";

const old = alias(purchase, "old");

/** What an attempt has done before. A form that was changed since must not take one for the other. */
export async function findMade(db: Db, given: ParsedInput<Api["transfer"]["course"]>): Promise<Transferred | null> {
  const [made] = await db
    .select({ sale, course, oldId: old.id })
    .from(sale)
    .innerJoin(course, eq(course.id, sale.courseId))
    .leftJoin(old, eq(old.transferredTo, sale.purchaseId))
    .where(eq(sale.attemptId, given.attemptId));
  if (!made) return null;
  const { listPriceInPaise, discountInPaise, purchaseId, id: saleId } = made.sale;
  const isSame =
    made.oldId === given.purchaseId &&
    made.course.courseId === given.courseId &&
    listPriceInPaise === given.expectedPriceInPaise &&
    discountInPaise === (given.discount ? discountOf(listPriceInPaise, given.discount) : 0);
  if (!isSame) throw new Refusal("ATTEMPT_USED");
  const dues = await db
    .select({ due, carriedFrom: paymentOrder.details })
    .from(due)
    .leftJoin(paymentOrder, eq(paymentOrder.id, due.orderId))
    .where(and(eq(due.saleId, saleId), ne(due.state, "cancelled")))
    .orderBy(asc(due.number));
  const isCarried = (one: (typeof dues)[number]) => Boolean(one.carriedFrom?.carriedFrom);
  const sum = (parts: typeof dues) => parts.reduce((total, one) => total + one.due.amountInPaise, 0);
  return {
    ...{ purchaseId: purchaseId ?? "", saleId, courseName: made.course.name },
    orderId: dues.find(isCarried)?.due.orderId ?? "",
    carriedInPaise: sum(dues.filter(isCarried)),
    openInPaise: sum(dues.filter((one) => one.due.state === "open")),
  };
}
