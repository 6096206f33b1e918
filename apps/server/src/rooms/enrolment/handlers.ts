import { errors, Refusal } from "@shoreline/contract";
import { paiseToRupees } from "@shoreline/domain/course";
import { paymentMethodName } from "@shoreline/domain/payment";
import type { PurchaseState } from "@shoreline/domain/purchase";
import { keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers, SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { refuseWithoutGuardian } from "../account/guardian.ts";
import { quoteCourse, wasPrice } from "../coupon/price.ts";
import { type CourseRow, findCourse } from "../course/queries.ts";
import { courseShape } from "../course/shapes.ts";
import { toCard, toCourse } from "../course/wire.ts";
import { readProof, settleNow } from "../payment/proof.ts";
import { isFor, listReasons, lockOrder, type OrderRow, updateOrder } from "../payment/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { applyChoice, readChoice, refuseUnknownTime, withChoice } from "./choice.ts";
import { boughtAlready, enrolFree, enrolPaid } from "./fulfil.ts";
import { invoiceFile, readCreditNote, readInvoice } from "./invoice.ts";
import { hasCourse } from "./owned.ts";
import { courseKind, findCreditNote, findInvoice, findOwned, listPurchases } from "./queries.ts";
import { purchaseShape } from "./shapes.ts";

export const enrolmentHandlers: Handlers<"enrolment"> = {
  async list({ db, log, learner, clock }) {
    const rows = keepWellFormed(log, purchaseShape, await listPurchases(db, { learnerId: learner.id }));
    return rows.map(({ purchase, course, papers }) => ({
      _id: purchase.id,
      course: toCard(course, clock.now()),
      purchasedDate: purchase.purchasedAt.toISOString(),
      batchTime: purchase.batchTime,
      batchType: purchase.batchType,
      amount: paiseToRupees(purchase.amountInPaise),
      paidVia: paymentMethodName(purchase.method),
      status: statusNames[purchase.state],
      // Invoices come before credit notes.
      invoiceNumber: papers[0]?.number ?? null,
      isReceipt: papers[0]?.isReceipt ?? false,
      papers: papers.map(({ number, kind, isReceipt, amountInPaise, issuedAt }) => ({
        ...{
          number,
          kind,
          isReceipt,
          amount: paiseToRupees(amountInPaise),
          issuedAt: new Date(issuedAt).toISOString(),
        },
      })),
    }));
  },

  async buy(ctx, { courseId, isCheck, batchTime, batchType, query, couponCode, ...proof }) {
    const { db, learner, clock } = ctx;
    const [course] = await findCourse(db, { courseId });
    if (!course) throw new Refusal("UNKNOWN_COURSE");
    if (isCheck) {
      const isPurchased = await hasCourse(ctx, { learnerId: learner.id, courseId: course.id });
      return { isPurchased, error: isPurchased ? alreadyBought : null };
    }
    // Who has paid gets the course, also when it was withdrawn meanwhile.
    if (course.isHidden && !proof.razorpay_payment_id) throw new Refusal("COURSE_WITHDRAWN");
    const institute = await readInstitute(db);
    // Who has paid is not refused: an hour that is not offered is ignored.
    const isOffered = batchTime !== undefined && institute.batchTimes.includes(batchTime);
    const given = { batchTime: isOffered ? batchTime : undefined, batchType, query };
    // A learner with a payment uses it, even if the course has become free since.
    if (
      couponCode &&
      !proof.razorpay_payment_id &&
      (await hasCourse(ctx, { learnerId: learner.id, courseId: course.id }))
    )
      return { isPurchased: true, error: alreadyBought };
    const free = proof.razorpay_payment_id ? null : await findFree(ctx, { course, couponCode });
    if (free) {
      refuseUnknownTime(batchTime, institute);
      const choice = readChoice(given, institute);
      const isNew = await db.transaction((tx) => enrolFree(tx, { ...free, choice }));
      return isNew ? bought : { isPurchased: true, error: alreadyBought };
    }
    await refuseWithoutGuardian(ctx);
    const item = { kind: courseKind, itemId: course.id };
    const order = await readProof(ctx, proof, { ...item, isPrice: (paid) => wasPrice(course, paid) });
    if (order.learnerId && order.learnerId !== learner.id) throw new Refusal("PAYMENT_REQUIRED");
    await settleNow(ctx, order.providerOrderId);
    return db.transaction(async (tx) => {
      let locked = await lockOrder(tx, order.providerOrderId);
      if (!locked) throw new Refusal("PAYMENT_REQUIRED");
      if (locked.state === "spent") {
        if (!isFor(locked, item) || locked.learnerId !== learner.id) throw new Refusal("PAYMENT_SPENT");
        await applyChoice(tx, locked, { given, now: clock.now() });
        return bought;
      }
      if (locked.state === "flagged") return describeFlagged(tx, locked);
      if (locked.state !== "paid") throw new Refusal("PAYMENT_PENDING");
      // An order without an item gets its item here.
      const learnerId = locked.learnerId ?? learner.id;
      locked = await updateOrder(tx, { id: locked.id, ...item, learnerId, details: withChoice(locked, given) });
      return (await enrolPaid(tx, locked, clock.now())) ? bought : describeFlagged(tx, locked);
    });
  },

  async price(ctx, { courseId, couponCode }) {
    const [course] = await findCourse(ctx.db, { courseId });
    if (!course) throw new Refusal("UNKNOWN_COURSE");
    const { listPriceInPaise, priceInPaise, coupon } = await quoteCourse(ctx, {
      ...{ course, learnerId: ctx.learner.id, couponCode },
    });
    return {
      listPrice: paiseToRupees(listPriceInPaise),
      price: paiseToRupees(priceInPaise),
      couponCode: coupon?.code ?? null,
    };
  },

  async read({ db, log, learner, clock }, { purchaseId }) {
    const owned = await findOwned(db, { learnerId: learner.id, purchaseId });
    const [course] = keepWellFormed(log, courseShape, owned);
    if (!course) throw new Refusal("UNKNOWN_COURSE");
    return toCourse(course, clock.now());
  },

  async invoice(ctx, { purchaseId, number }) {
    const wanted = { learnerId: ctx.learner.id, purchaseId, number };
    const found = await findInvoice(ctx.db, wanted);
    if (found) return { bytes: await readInvoice(ctx, found), name: invoiceFile(found) };
    const credit = await findCreditNote(ctx.db, wanted);
    if (!credit) throw new Refusal("UNKNOWN_INVOICE");
    return { bytes: await readCreditNote(ctx, credit), name: invoiceFile(credit) };
  },
};

/** Null for a course that has to be paid. A coupon may leave nothing to pay. */
async function findFree(
  ctx: SignedInCtx,
  { course, couponCode }: { course: CourseRow; couponCode: string | undefined },
) {
  const [learnerId, now] = [ctx.learner.id, ctx.clock.now()];
  const free = { learnerId, courseId: course.id, now };
  if (course.priceInPaise === 0) return free;
  if (!couponCode) return null;
  const { priceInPaise, listPriceInPaise, coupon } = await quoteCourse(ctx, { course, learnerId, couponCode });
  if (priceInPaise > 0 || !coupon) return null;
  return { ...free, use: { couponId: coupon.id, learnerId, course, discountInPaise: listPriceInPaise, now } };
}

/** What a learner reads in Purchase History. */
const statusNames = {
  active: "Completed",
  suspended: "On hold",
  refunded: "Refunded",
  transferred: "Transferred",
} as const satisfies Record<PurchaseState, string>;

const { text: alreadyBought } = errors.ALREADY_PURCHASED;
const bought = { isPurchased: true, error: null, message: "The course is purchased." };

/** Explains to the payer why the payment did not buy the course. A payer without an account gets no other message. */
async function describeFlagged(tx: Db, order: OrderRow) {
  const { phone } = await readInstitute(tx);
  const isPurchased = (await listReasons(tx, order.id)).includes(boughtAlready);
  const what = isPurchased
    ? "You already have this course, and we have received a second payment for it."
    : "We have received your payment, but it does not match this course.";
  return { isPurchased, error: `${what} Our staff will write to you; you can also call us: ${phone}.` };
}
