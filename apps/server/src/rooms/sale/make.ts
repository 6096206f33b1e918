import { type Api, type DeskReceipt, type DeskSale, type ParsedInput, Refusal } from "@shoreline/contract";
import { discountOf, isWithinLimit } from "@shoreline/domain/discount";
import { discountLimitOf } from "@shoreline/domain/due";
import { whyNotPlan } from "@shoreline/domain/instalments";
import { minAmountInPaise } from "@shoreline/domain/payment";
import { mayDo } from "@shoreline/domain/staff";
import { and, eq, inArray } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due, sale } from "../../db/tables/due.ts";
import { findLearnerByNumber, fullName, type LearnerRow, numberOf } from "../account/queries.ts";
import { newSecret } from "../account/secrets.ts";
import { type CourseRow, findCourse, priceAt } from "../course/queries.ts";
import { readMoneySettings } from "../due/settings.ts";
import { refuseUnknownTime } from "../enrolment/choice.ts";
import { hasCourse } from "../enrolment/owned.ts";
import { hasBought } from "../enrolment/queries.ts";
import { holdSeat } from "../enrolment/seat-hold.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { findOrMakeLearner } from "./person.ts";
import { dayAt, findDeskSale, lockAttempt } from "./queries.ts";
import { findReceiptOf } from "./receipt.ts";
import { takeDue } from "./take.ts";

type NewSale = ParsedInput<Api["sale"]["make"]>;
type Made = { sale: DeskSale; receipt: DeskReceipt | null };

/** Everything of one sale is stored, or nothing: learner, plan, payment, purchase, invoice and receipt. */
export async function makeSale(ctx: StaffCtx, given: NewSale): Promise<Made> {
  if (given.payment && !mayDo(ctx.staff.roles, "take payments")) throw new Refusal("NOT_ALLOWED");
  // The price may have changed since: who sends the same form again gets the same answer.
  const before = await findMade(ctx.db, given);
  if (before) return before;
  const course = await readCourse(ctx.db, given, ctx.clock.now());
  const known = await findLearnerByNumber(ctx.db, given);
  // Fulfils what was paid online a moment ago, so that nobody pays twice.
  if (known && (await hasCourse(ctx, { learnerId: known.id, courseId: course.id }))) {
    // The same form may have been first, a moment ago.
    const first = await findMade(ctx.db, given);
    if (first) return first;
    throw new Refusal("LEARNER_HAS_COURSE");
  }
  return ctx.db.transaction(async (tx) => {
    await lockAttempt(tx, given.attemptId);
    const made = await findMade(tx, given);
    if (made) return made;
    const { countryCode, mobileNumber, name, email } = given;
    const who = await findOrMakeLearner(tx, { countryCode, mobileNumber, name, email, now: ctx.clock.now() });
    await refuseSecondSale(tx, who, course);
    const { saleId, dueId } = await storeSale(tx, ctx, { given, course, who });
    const receipt =
      given.payment && (await takeDue(tx, ctx, { dueId, payment: given.payment, attemptId: given.attemptId }));
    const stored = await findDeskSale(tx, eq(sale.id, saleId));
    if (!stored) throw new Error("The sale is not there.");
    return { sale: stored, receipt };
  });
}

/** With the price of now: the early-bird price counts at the desk too. */
async function readCourse(db: Db, given: NewSale, now: Date): Promise<CourseRow> {
  const [course] = await findCourse(db, { courseId: given.courseId });
  if (!course) throw new Refusal("UNKNOWN_COURSE");
  if (course.isHidden) throw new Refusal("COURSE_WITHDRAWN");
  const priceInPaise = priceAt(course, now);
  if (priceInPaise !== given.expectedPriceInPaise) throw new Refusal("PRICE_CHANGED");
  refuseUnknownTime(given.batchTime, await readInstitute(db));
  return { ...course, priceInPaise };
}

async function findMade(db: Db, given: NewSale): Promise<Made | null> {
  const made = await findDeskSale(db, eq(sale.attemptId, given.attemptId));
  if (!made) return null;
  const receipt = await findReceiptOf(db, given.attemptId);
  if (!isSame({ sale: made, receipt }, given)) throw new Refusal("ATTEMPT_USED");
  return { sale: made, receipt };
}

/** Who was not sure whether a form had arrived, and has changed it since, must not take one for the other. */
function isSame({ sale: made, receipt }: Made, given: NewSale): boolean {
  const { countryCode, mobileNumber, courseId, batchTime, batchType, company, gstin, dues, payment } = given;
  const asked = dues.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);
  const pairs: [unknown, unknown][] = [
    [made.number, `${countryCode}${mobileNumber}`],
    [made.courseId, courseId],
    [made.batchTime, batchTime],
    [made.batchType, batchType],
    [made.company, company],
    [made.gstin, gstin],
    [made.listPriceInPaise - made.discountInPaise, asked],
    [receipt?.method ?? null, payment?.method ?? null],
    [receipt?.amountInPaise ?? null, payment ? dues[0]?.amountInPaise : null],
  ];
  return pairs.every(([stored, sent]) => stored === sent);
}

async function refuseSecondSale(tx: Db, who: LearnerRow, course: CourseRow): Promise<void> {
  if (await hasBought(tx, { learnerId: who.id, courseId: course.id })) throw new Refusal("LEARNER_HAS_COURSE");
  const isOpen = and(
    ...[eq(sale.learnerId, who.id), eq(sale.courseId, course.id), inArray(sale.state, ["waiting", "open"])],
  );
  if ((await tx.$count(sale, isOpen)) > 0) throw new Refusal("SALE_EXISTS");
}

type Agreed = { given: NewSale; course: CourseRow; who: LearnerRow & { isNew: boolean } };

async function storeSale(tx: Db, ctx: StaffCtx, { given, course, who }: Agreed) {
  const { staff, clock } = ctx;
  const { batchTime, batchType, batchId, discount, discountReason, company, gstin, payment, attemptId } = given;
  const now = clock.now();
  if (batchId) await holdOrRefuse(tx, { batchId, courseId: course.id, learnerId: who.id, now });
  const listPriceInPaise = course.priceInPaise;
  const discountInPaise = discount ? discountOf(listPriceInPaise, discount) : 0;
  const limit = discountLimitOf(staff.roles, await readMoneySettings(tx));
  const isWaiting = !isWithinLimit({ priceInPaise: listPriceInPaise, discountInPaise }, limit);
  if (isWaiting && payment) throw new Refusal("DISCOUNT_ABOVE_LIMIT");
  const { timeZone } = await readInstitute(tx);
  const today = dayAt(now, timeZone);
  const dues = checkPlan(given, { priceInPaise: listPriceInPaise - discountInPaise, today });
  const [added] = await tx
    .insert(sale)
    .values({
      ...{ learnerId: who.id, courseId: course.id, batchTime, batchType, listPriceInPaise, discountInPaise },
      ...{ discountReason: discount ? discountReason : "", attemptId, madeBy: staff.id, madeAt: now },
      details: { ...(company && { company }), ...(gstin && { gstin }) },
      state: isWaiting ? "waiting" : "open",
    })
    .returning({ id: sale.id });
  const saleId = added?.id ?? "";
  const parts = await tx
    .insert(due)
    .values(dues.map((part, at) => ({ ...part, saleId, number: at + 1, linkToken: newSecret() })))
    .returning({ id: due.id, number: due.number });
  await recordChange(tx, ctx, {
    ...{ action: isWaiting ? "Asked for a discount" : "Agreed a sale", kind: "sale", thingId: saleId },
    thing: `${fullName(who)}, ${course.name}`,
    after: {
      ...{ course: course.name, number: numberOf(who), listPriceInPaise, discountInPaise, parts: dues.length },
      ...(discount ? { discountReason } : {}),
      ...(who.isNew ? { newAccount: true } : {}),
    },
  });
  return { saleId, dueId: parts.find(({ number }) => number === 1)?.id ?? "" };
}

/** The money is taken at once, or by a payment link: then the seat is held as long as online. */
async function holdOrRefuse(tx: Db, wanted: Parameters<typeof holdSeat>[1]): Promise<void> {
  await holdSeat(tx, wanted).catch((error) => {
    // The usual text speaks to the buyer.
    throw error instanceof Refusal && error.code === "BATCH_FULL" ? new Refusal("BATCH_JUST_FULL") : error;
  });
}

function checkPlan({ dues }: NewSale, { priceInPaise, today }: { priceInPaise: number; today: string }) {
  const refuse = (fields: Record<string, string>) => new Refusal("INVALID_INPUT", { fields });
  if (priceInPaise < minAmountInPaise) throw refuse({ discount: "At least ₹1 is left to pay" });
  const why = whyNotPlan(dues, priceInPaise);
  if (why) throw refuse({ dues: why });
  if ((dues[0]?.dueOn ?? "") < today) throw refuse({ dues: "The first instalment is due today or later" });
  return dues;
}
