import { Refusal } from "@shoreline/contract";
import { paiseToRupees } from "@shoreline/domain/course";
import { methodName } from "@shoreline/domain/payment";
import type { Handlers } from "../../context.ts";
import { findCourse } from "../course/queries.ts";
import { toCard } from "../course/wire.ts";
import { readProof, settleNow } from "../payment/proof.ts";
import { lockOrder, type OrderRow, updateOrder } from "../payment/queries.ts";
import { enrolFree, handOut } from "./finish.ts";
import { invoiceFile, readInvoice } from "./invoice.ts";
import { findInvoice, hasBought, listPurchases } from "./queries.ts";

export const enrolmentHandlers: Handlers<"enrolment"> = {
  async list({ db, learner }) {
    const rows = await listPurchases(db, { learnerId: learner.id });
    return rows.map(({ purchase, course, invoiceNumber }) => ({
      _id: purchase.id,
      course: toCard(course),
      purchasedDate: purchase.purchasedAt.toISOString(),
      batchTime: purchase.batchTime,
      batchType: purchase.batchType,
      amount: paiseToRupees(purchase.amountInPaise),
      paidVia: methodName(purchase.method),
      status: "Completed" as const,
      invoiceNumber,
    }));
  },

  async buy(ctx, { courseId, isCheck, batchTime, batchType, query, ...proof }) {
    const { db, learner, clock } = ctx;
    const [course] = await findCourse(db, { courseId });
    if (!course) throw new Refusal("UNKNOWN_COURSE");
    const isOwned = await hasBought(db, { learnerId: learner.id, courseId: course.id });
    if (isCheck) return { isPurchased: isOwned, error: isOwned ? alreadyBought : null };
    const choice = { batchTime, batchType, query };
    if (course.priceInPaise === 0) {
      const free = { learnerId: learner.id, courseId: course.id, choice, now: clock.now() };
      const isNew = await db.transaction((tx) => enrolFree(tx, free));
      return isNew ? bought : { isPurchased: true, error: alreadyBought };
    }
    const purpose = `course:${course.id}`;
    const order = await readProof(ctx, proof, { purpose, priceInPaise: course.priceInPaise });
    if (order.learnerId && order.learnerId !== learner.id) throw new Refusal("PAYMENT_REQUIRED");
    await settleNow(ctx, order.providerOrderId);
    return db.transaction(async (tx) => {
      let held = await lockOrder(tx, order.providerOrderId);
      if (!held) throw new Refusal("PAYMENT_REQUIRED");
      if (held.state === "spent") return isFor(held, { purpose, learnerId: learner.id }) ? bought : refuseSpent();
      if (held.state === "flagged") return { isPurchased: true, error: alreadyBought };
      if (held.state !== "paid") throw new Refusal("PAYMENT_PENDING");
      // An order for an amount alone finds here what it is for.
      if (!held.purpose || !held.learnerId)
        held = await updateOrder(tx, { id: held.id, purpose, learnerId: learner.id });
      const isNew = await handOut(tx, held, choice, clock.now());
      return isNew ? bought : { isPurchased: true, error: alreadyBought };
    });
  },

  async invoice(ctx, { purchaseId }) {
    const found = await findInvoice(ctx.db, { learnerId: ctx.learner.id, purchaseId });
    if (!found) throw new Refusal("UNKNOWN_INVOICE");
    return { bytes: await readInvoice(ctx, found), name: invoiceFile(found) };
  },
};

const alreadyBought = "You have purchased this course already.";
const bought = { isPurchased: true, error: null, message: "The course is purchased." };

function refuseSpent(): never {
  throw new Refusal("PAYMENT_SPENT");
}

function isFor(order: OrderRow, { purpose, learnerId }: { purpose: string; learnerId: string }): boolean {
  return order.purpose === purpose && order.learnerId === learnerId;
}
