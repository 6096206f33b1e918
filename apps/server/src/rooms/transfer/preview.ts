import { type CourseChoice, Refusal, type TransferPreview } from "@shoreline/contract";
import { discountLimitOf } from "@shoreline/domain/due";
import { minAmountInPaise } from "@shoreline/domain/payment";
import { and, eq, inArray } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { course as courses } from "../../db/tables/course.ts";
import { sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { fullName } from "../account/queries.ts";
import { findCourseChoice } from "../course/choose.ts";
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
  const hasIt = owned.map((id) => ({ courseId: id, why: "The learner has it already" }));
  const isAgreed = agreed.map((id) => ({ courseId: id, why: "The learner has an open sale of it" }));
  return {
    ...{ purchaseId, learner: fullName(found.who), state, batchTime, batchType, batchId: place?.batchId ?? null },
    ...{ course: { courseId: course.courseId, name: course.name }, why, carriedInPaise },
    payments: carried.map(({ order, paid, leftInPaise }) => ({
      ...{ orderId: order.id, providerPaymentId: paid.providerPaymentId, leftInPaise },
    })),
    openInPaise: await sumOpen(db, found.sale?.id),
    otherCourse: courseId && courseId !== course.courseId ? await findSold(ctx, courseId) : null,
    refusedCourses: [...hasIt, ...isAgreed.filter(({ courseId: id }) => !owned.includes(id))],
    batchTimes: (await readInstitute(db)).batchTimes,
    today: await readDay(db, clock.now()),
    discountLimit: discountLimitOf(staff.roles, await readMoneySettings(db)),
    batches: await listBatches(ctx, { asked: courseId ?? course.courseId, own: course }),
  };
}

async function findSold(ctx: StaffCtx, courseId: string): Promise<CourseChoice | null> {
  const found = await findCourseChoice(ctx, courseId);
  return found && !found.isHidden && found.priceInPaise >= minAmountInPaise ? found : null;
}

type OwnCourse = { courseId: string; isHidden: boolean };

/** A course that is no longer offered still has the learners who bought it: they may change the hour. */
async function listBatches(ctx: StaffCtx, { asked, own }: { asked: string; own: OwnCourse }) {
  if (asked === own.courseId && own.isHidden) return [];
  return (await readBatches(ctx, asked)).batches;
}

async function listOwned(db: Db, learnerId: string): Promise<string[]> {
  const rows = await db
    .select({ courseId: courses.courseId })
    .from(purchase)
    .innerJoin(courses, eq(courses.id, purchase.courseId))
    .where(and(eq(purchase.learnerId, learnerId), isCurrentPurchase));
  return rows.map(({ courseId }) => courseId);
}

/** Courses of sales of which nothing is paid yet. */
async function listAgreed(db: Db, learnerId: string): Promise<string[]> {
  const rows = await db
    .select({ courseId: courses.courseId })
    .from(sale)
    .innerJoin(courses, eq(courses.id, sale.courseId))
    .where(and(eq(sale.learnerId, learnerId), inArray(sale.state, ["waiting", "open"])));
  return rows.map(({ courseId }) => courseId);
}
