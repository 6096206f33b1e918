import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { batchName } from "@shoreline/domain/course";
import { isCurrent } from "@shoreline/domain/purchase";
import { eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import { findLearner, fullName } from "../account/queries.ts";
import { refuseUnknownTime } from "../enrolment/choice.ts";
import { confirmPurchase } from "../enrolment/jobs.ts";
import { findCourseById } from "../enrolment/queries.ts";
import { limitDemoMails } from "../inbox/change.ts";
import { carryProgress } from "../schedule/carry.ts";
import { seatsFreed } from "../schedule/jobs.ts";
import { placeIn } from "../schedule/places.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";

type Given = ParsedInput<Api["transfer"]["batch"]>;

/** The learner gets another hour, other days or another start. Who sends the form again finds it done. */
export async function transferToBatch(ctx: StaffCtx, given: Given) {
  const { purchaseId, batchTime, batchType, batchId, seen } = given;
  const now = ctx.clock.now();
  await limitDemoMails(ctx);
  await ctx.db.transaction(async (tx) => {
    await tx.select({ id: sale.id }).from(sale).where(eq(sale.purchaseId, purchaseId)).for("update");
    const [held] = await tx.select().from(purchase).where(eq(purchase.id, purchaseId)).for("no key update");
    const course = held && (await findCourseById(tx, held.courseId));
    if (!held || !course) throw new Refusal("UNKNOWN_PURCHASE");
    if (!isCurrent(held.state))
      throw new Refusal("NOT_TRANSFERABLE", { fields: { batchId: "This course is not the learner's any more." } });
    const [place] = await tx.select().from(batchPlace).where(eq(batchPlace.purchaseId, purchaseId));
    const isOf = (kind: { batchTime: string; batchType: string }) =>
      held.batchTime === kind.batchTime && held.batchType === kind.batchType;
    if (isOf(given) && (batchId === undefined || place?.batchId === batchId)) return;
    if (!isOf(seen) || (place?.batchId ?? null) !== seen.batchId) throw new Refusal("CHANGED_MEANWHILE");
    const kind = { batchTime, batchType };
    if (batchId) {
      await placeIn(tx, { ...kind, purchaseId, courseId: course.id, batchId, now });
      await carryProgress(tx, [{ purchaseId, batchId }], now);
    } else {
      refuseUnknownTime(batchTime, await readInstitute(tx));
      await tx.delete(batchPlace).where(eq(batchPlace.purchaseId, purchaseId));
    }
    await tx
      .update(purchase)
      .set({ ...kind, confirmedAt: null })
      .where(eq(purchase.id, purchaseId));
    if (place) await enqueue(tx, seatsFreed, { batchId: place.batchId });
    // Receipts of later instalments name the batch.
    await tx.update(sale).set(kind).where(eq(sale.purchaseId, purchaseId));
    await enqueue(tx, confirmPurchase, { purchaseId });
    const who = await findLearner(tx, held.learnerId);
    await recordChange(tx, ctx, {
      ...{ action: "Transferred a learner to another batch", kind: "sale", thingId: purchaseId },
      thing: `${who ? fullName(who) : ""}, ${course.name}`,
      before: { batch: batchName(held), batchId: place?.batchId ?? null },
      after: { batch: batchName(kind), batchId: batchId ?? null },
    });
  });
  return { message: "The learner is in the other batch." };
}
