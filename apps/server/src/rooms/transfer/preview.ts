import { Refusal, type TransferPreview } from "@shoreline/contract";
import { discountLimitOf } from "@shoreline/domain/due";
import { minAmountInPaise } from "@shoreline/domain/payment";
import { and, eq, inArray } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { fullName } from "../account/queries.ts";
import { listCourses, priceAt } from "../course/queries.ts";
import { readDay } from "../due/queries.ts";
import { readMoneySettings } from "../due/settings.ts";
import { readBatches } from "../sale/offers.ts";
import { readInstitute } from "../site/queries.ts";
import { findTransferable, sumOpen } from "./facts.ts";

type Asked = { purchaseId: string; courseId?: string | undefined };

/** Everything that the form shows before it is sent. */
export async function readPreview(ctx: StaffCtx, { purchaseId, courseId }: Asked): Promise<TransferPreview> {
  const { db, clock, staff } = ctx;
  const found = await findTransferable(db, purchaseId);
  if (!found) throw new Refusal("UNKNOWN_PURCHASE");
  const { course, carried, carriedInPaise, why } = found;
  const { batchTime, batchType, state, learnerId } = found.purchase;
  const [place] = await db.select().from(batchPlace).where(eq(batchPlace.purchaseId, purchaseId));
  const [owned, agreed] = [await listOwned(db, learnerId), await listAgreed(db, learnerId)];
  const whyNot = (id: string) => {
    if (owned.has(id)) return "The learner has it already";
    return agreed.has(id) ? "The learner has an open sale of it" : null;
  };
  const now = clock.now();
  const courses = (await listCourses(db, {})).filter(({ priceInPaise }) => priceInPaise >= minAmountInPaise);
  return {
    ...{ purchaseId, learner: fullName(found.who), state, batchTime, batchType, batchId: place?.batchId ?? null },
    ...{ course: { courseId: course.courseId, name: course.name }, why, carriedInPaise },
    payments: carried.map(({ order, paid, leftInPaise }) => ({
      ...{ orderId: order.id, providerPaymentId: paid.providerPaymentId, leftInPaise },
    })),
    openInPaise: await sumOpen(db, found.sale?.id),
    courses: courses
      .filter(({ id }) => id !== course.id)
      .map((row) => ({
        ...{ courseId: row.courseId, name: row.name, priceInPaise: priceAt(row, now), why: whyNot(row.id) },
      })),
    batchTimes: (await readInstitute(db)).batchTimes,
    today: await readDay(db, now),
    discountLimit: discountLimitOf(staff.roles, await readMoneySettings(db)),
    batches: await listBatches(ctx, { asked: courseId ?? course.courseId, own: course }),
  };
}

type OwnCourse = { courseId: string; isHidden: boolean };

/** A course that is no longer offered still has the learners who bought it: they may change the hour. */
async function listBatches(ctx: StaffCtx, { asked, own }: { asked: string; own: OwnCourse }) {
  if (asked === own.courseId && own.isHidden) return [];
  return (await readBatches(ctx, asked)).batches;
}

async function listOwned(db: Db, learnerId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: purchase.courseId })
    .from(purchase)
    .where(and(eq(purchase.learnerId, learnerId), isCurrentPurchase));
  return new Set(rows.map(({ id }) => id));
}

/** Courses of sales of which nothing is paid yet. */
async function listAgreed(db: Db, learnerId: string): Promise<Set<string>> {
  const rows = await db
    .select({ id: sale.courseId })
    .from(sale)
    .where(and(eq(sale.learnerId, learnerId), inArray(sale.state, ["waiting", "open"])));
  return new Set(rows.map(({ id }) => id));
}
