import { randomUUID } from "node:crypto";
import { type Api, type ParsedInput, Refusal, type Transferred } from "@shoreline/contract";
import { discountOf, isWithinLimit } from "@shoreline/domain/discount";
import { discountLimitOf } from "@shoreline/domain/due";
import { whyNotPlan } from "@shoreline/domain/instalments";
import { carriedOver } from "@shoreline/domain/payment";
import { differenceOf } from "@shoreline/domain/transfer";
import { and, eq, inArray } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import { enqueue } from "../../jobs/queue.ts";
import { fullName, numberOf } from "../account/queries.ts";
import { newSecret } from "../account/secrets.ts";
import { type CourseRow, findCourse, priceAt } from "../course/queries.ts";
import { dueKind, readDay } from "../due/queries.ts";
import { readMoneySettings } from "../due/settings.ts";
import { moneyText } from "../due/words.ts";
import { refuseUnknownTime } from "../enrolment/choice.ts";
import type { InvoiceInput } from "../enrolment/invoice-pdf.ts";
import { confirmPurchase } from "../enrolment/jobs.ts";
import { hasCourse } from "../enrolment/owned.ts";
import { addPurchase, findPurchase, type PurchaseRow } from "../enrolment/queries.ts";
import { limitDemoMails } from "../inbox/change.ts";
import { endPurchase } from "../refund/finish.ts";
import { lockAttempt } from "../sale/queries.ts";
import { placeIn } from "../schedule/places.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { lockTransferable, type Transferable } from "./facts.ts";
import { findMade } from "./made.ts";
import { carryOver, type Part } from "./papers.ts";
import { tellLearner } from "./tell.ts";

type Given = ParsedInput<Api["transfer"]["course"]>;

const refuse = (fields: Record<string, string>) => new Refusal("INVALID_INPUT", { fields });
const notNow = (why: string) => new Refusal("NOT_TRANSFERABLE", { fields: { courseId: why } });

/**
 * The old purchase ends, and a new one takes its place: sale, dues, papers and messages in one transaction, or nothing. No money
 * moves: each payment gets an order and an invoice for the new course, and a credit note takes the old invoice back.
 */
export async function transferToCourse(ctx: StaffCtx, given: Given): Promise<Transferred> {
  await limitDemoMails(ctx);
  const before = await findMade(ctx.db, given);
  if (before) return before;
  const { target, learnerId } = await readTarget(ctx, given);
  // Fulfils what was paid online a moment ago, so that nobody has a course twice.
  if (await hasCourse(ctx, { learnerId, courseId: target.id })) {
    // The same form may have been first, a moment ago.
    const first = await findMade(ctx.db, given);
    if (first) return first;
    throw new Refusal("LEARNER_HAS_COURSE");
  }
  return ctx.db.transaction(async (tx) => {
    await lockAttempt(tx, given.attemptId);
    const made = await findMade(tx, given);
    if (made) return made;
    const held = await lockTransferable(tx, given.purchaseId);
    if (!held) throw new Refusal("UNKNOWN_PURCHASE");
    if (held === "changed") throw new Refusal("CHANGED_MEANWHILE");
    if (held.why) throw notNow(held.why);
    if (held.carriedInPaise !== given.expectedCarriedInPaise) throw new Refusal("CHANGED_MEANWHILE");
    await refuseOpenSale(tx, { learnerId: held.purchase.learnerId, courseId: target.id });
    const discountInPaise = await checkPrice(tx, ctx, { given, target, held });
    const added = await store(tx, ctx, { given, target, held, discountInPaise });
    await recordChange(tx, ctx, {
      ...{ action: "Transferred a learner to another course", kind: "sale", thingId: added.saleId },
      thing: `${fullName(held.who)}, ${target.name}`,
      before: { course: held.course.name },
      after: {
        ...{ course: target.name, number: numberOf(held.who), reason: given.reason },
        ...{ carriedInPaise: held.carriedInPaise, listPriceInPaise: target.priceInPaise, discountInPaise },
        ...(given.discount ? { discountReason: given.discountReason } : {}),
        ...{ openInPaise: added.openInPaise, parts: given.dues.length },
      },
    });
    return added;
  });
}

/** With the price of now, as at the desk. */
async function readTarget(ctx: StaffCtx, given: Given): Promise<{ target: CourseRow; learnerId: string }> {
  const bought = await findPurchase(ctx.db, given.purchaseId);
  if (!bought) throw new Refusal("UNKNOWN_PURCHASE");
  const [course] = await findCourse(ctx.db, { courseId: given.courseId });
  if (!course) throw new Refusal("UNKNOWN_COURSE");
  if (course.id === bought.purchase.courseId)
    throw refuse({ courseId: "The learner has this course: choose another batch of it" });
  if (course.isHidden) throw new Refusal("COURSE_WITHDRAWN");
  const priceInPaise = priceAt(course, ctx.clock.now());
  if (priceInPaise !== given.expectedPriceInPaise) throw new Refusal("PRICE_CHANGED");
  if (!given.batchId) refuseUnknownTime(given.batchTime, await readInstitute(ctx.db));
  return { target: { ...course, priceInPaise }, learnerId: bought.purchase.learnerId };
}

async function refuseOpenSale(tx: Db, { learnerId, courseId }: { learnerId: string; courseId: string }): Promise<void> {
  const isOpen = and(
    ...[eq(sale.learnerId, learnerId), eq(sale.courseId, courseId), inArray(sale.state, ["waiting", "open"])],
  );
  if ((await tx.$count(sale, isOpen)) > 0) throw new Refusal("SALE_EXISTS");
}

type Agreed = { given: Given; target: CourseRow; held: Transferable };

/** The discount in paise, once everything adds up. */
async function checkPrice(tx: Db, { staff, clock }: StaffCtx, { given, target, held }: Agreed): Promise<number> {
  const { discount, dues } = given;
  const { priceInPaise: listPriceInPaise } = target;
  const discountInPaise = discount ? discountOf(listPriceInPaise, discount) : 0;
  const limit = discountLimitOf(staff.roles, await readMoneySettings(tx));
  if (!isWithinLimit({ priceInPaise: listPriceInPaise, discountInPaise }, limit))
    throw refuse({ discount: `Your limit is ${limit} %. Ask an owner to transfer the learner.` });
  const { toPayInPaise, tooMuchInPaise } = differenceOf({
    carriedInPaise: held.carriedInPaise,
    priceInPaise: listPriceInPaise - discountInPaise,
  });
  if (tooMuchInPaise > 0)
    throw notNow(`${moneyText(tooMuchInPaise)} more was paid than the course costs: give it back first`);
  if (toPayInPaise === 0 && dues.length > 0) throw refuse({ dues: "Nothing is left to pay" });
  const why = toPayInPaise > 0 ? whyNotPlan(dues, toPayInPaise) : null;
  if (why) throw refuse({ dues: why });
  if (dues.length > 0 && (dues[0]?.dueOn ?? "") < (await readDay(tx, clock.now())))
    throw refuse({ dues: "The first instalment is due today or later" });
  return discountInPaise;
}

async function store(tx: Db, ctx: StaffCtx, agreed: Agreed & { discountInPaise: number }): Promise<Transferred> {
  const { given, target, held, discountInPaise } = agreed;
  const now = ctx.clock.now();
  const { learnerId } = held.purchase;
  const details = payerOf(held);
  const parts: Part[] = held.carried.map((one) => ({ ...one, dueId: randomUUID(), newOrderId: randomUUID() }));
  await tx.insert(paymentOrder).values(
    parts.map(({ newOrderId, dueId, leftInPaise, order, paid }) => ({
      ...{ id: newOrderId, providerOrderId: `moved:${newOrderId}`, learnerId, kind: dueKind, itemId: dueId },
      ...{ amountInPaise: leftInPaise, currency: paid.currency, state: "spent" as const, channel: order.channel },
      ...{ details: { ...details, carriedFrom: order.id }, createdAt: now, paidAt: order.paidAt, spentAt: now },
    })),
  );
  const added = await addTo(tx, { ...agreed, orderId: parts[0]?.newOrderId ?? "", now });
  const { batchTime, batchType, attemptId, discount, discountReason } = given;
  const [made] = await tx
    .insert(sale)
    .values({
      ...{ learnerId, courseId: target.id, batchTime, batchType, details, listPriceInPaise: target.priceInPaise },
      ...{ discountInPaise, discountReason: discount ? discountReason : "", state: "bought", attemptId },
      ...{ purchaseId: added.id, madeBy: ctx.staff.id, madeAt: now },
    })
    .returning({ id: sale.id });
  const saleId = made?.id ?? "";
  const today = await readDay(tx, now);
  const paidDues = parts.map(({ dueId, newOrderId, leftInPaise }) => ({
    ...{ id: dueId, orderId: newOrderId, amountInPaise: leftInPaise, dueOn: today, state: "paid" as const },
    settledAt: now,
  }));
  const dues = await tx
    .insert(due)
    .values([...paidDues, ...given.dues].map((one, n) => ({ ...one, saleId, number: n + 1, linkToken: newSecret() })))
    .returning();
  await endPurchase(tx, { purchaseId: held.purchase.id, state: "transferred", now });
  await tx.update(purchase).set({ transferredTo: added.id }).where(eq(purchase.id, held.purchase.id));
  const papers = await carryOver(tx, {
    ...{ parts, count: dues.length, from: held.course.name, to: target.name },
    ...{ purchaseId: added.id, learnerId, now },
  });
  await enqueue(tx, confirmPurchase, { purchaseId: added.id });
  const open = dues.filter(({ state }) => state === "open");
  await tellLearner(tx, {
    who: held.who,
    from: held.course.name,
    to: target.name,
    ...papers,
    open,
    carriedInPaise: held.carriedInPaise,
  });
  return {
    ...{ purchaseId: added.id, saleId, orderId: parts[0]?.newOrderId ?? "", courseName: target.name },
    ...{ carriedInPaise: held.carriedInPaise, openInPaise: open.reduce((sum, one) => sum + one.amountInPaise, 0) },
  };
}

type Adding = Agreed & { orderId: string; now: Date };

/** The new purchase, with its place where a batch was chosen. */
async function addTo(tx: Db, { given, target, held, orderId, now }: Adding): Promise<PurchaseRow> {
  const { batchTime, batchType, batchId } = given;
  const added = await addPurchase(tx, {
    ...{ learnerId: held.purchase.learnerId, courseId: target.id, batchTime, batchType, orderId },
    ...{ amountInPaise: held.carriedInPaise, method: carriedOver, purchasedAt: now },
  });
  if (!added) throw new Refusal("LEARNER_HAS_COURSE");
  if (batchId) await placeIn(tx, { purchaseId: added.id, courseId: target.id, batchId, batchTime, batchType, now });
  return added;
}

/** The employer that the old invoices name is on the new ones too. */
function payerOf({ carried, sale: agreed }: Transferable): Record<string, string> {
  const [employer] = carried.flatMap((one) => (one.invoice.content as InvoiceInput).buyer.company ?? []);
  if (!employer) return agreed?.details ?? {};
  return { company: employer.name, ...(employer.gstin ? { gstin: employer.gstin } : {}) };
}
