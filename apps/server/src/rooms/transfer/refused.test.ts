import { and, eq, isNotNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { paymentFlag } from "../../db/tables/payment.ts";
import { creditNote, dispute, refund } from "../../db/tables/refund.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { priceOf } from "../../test/desk.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse, settle } from "../../test/paying.ts";
import { newPlan, payLink, payPart } from "../../test/plans.ts";
import { ask, buy, buyer } from "../../test/refunding.ts";
import { newStaff } from "../../test/staff.ts";
import { transferForm } from "../../test/transferring.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const desk = await newStaff(institute, ["front desk"]);
const accountant = await newStaff(institute, ["accountant"]);

beforeEach(() => institute.setNow(testDay));

type Who = Awaited<ReturnType<typeof newLearner>>;
const idOfCourse = async (who: Who) => (await who.enrolment.list({}))[0]?._id ?? "";
const nobody = "00000000-0000-4000-8000-000000000000";

async function buyerOf(courseId = "sql") {
  const bought = await buyer(institute, courseId);
  const purchaseId = await idOfCourse(bought.who);
  return { ...bought, purchaseId, form: await transferForm(owner, { purchaseId, courseId: "python" }) };
}

test("the same form twice, at once or later, makes one transfer; a changed form is refused", async () => {
  const { form, who, purchaseId } = await buyerOf();
  const [one, other] = await Promise.all([owner.transfer.course(form), owner.transfer.course(form)]);
  expect(other).toEqual(one);
  expect(await owner.transfer.course(form)).toEqual(one);
  expect(await who.enrolment.list({})).toHaveLength(2);
  const noteCount = await db.$count(creditNote);
  for (const change of [
    { courseId: "java" },
    { discount: { percent: 10 }, discountReason: "Old friend" },
    { purchaseId: one.purchaseId },
  ])
    await expect(owner.transfer.course({ ...form, ...change })).rejects.toMatchObject({ code: "ATTEMPT_USED" });
  expect(await db.$count(creditNote)).toBe(noteCount);
  const { otherCourse: java } = await owner.transfer.preview({ purchaseId, courseId: "java" });
  const another = { ...form, courseId: "java", expectedPriceInPaise: java?.priceInPaise ?? 0 };
  await expect(owner.transfer.course({ ...another, attemptId: crypto.randomUUID() })).rejects.toMatchObject({
    fields: { courseId: "This course is not the learner's any more." },
  });
  expect((await owner.transfer.preview({ purchaseId })).why).toBe("This course is not the learner's any more.");
});

test("of two people who transfer at once to different courses, one does", async () => {
  const { form, who, purchaseId } = await buyerOf();
  const toJava = await transferForm(owner, { purchaseId, courseId: "java" });
  const both = await Promise.allSettled([owner.transfer.course(form), accountant.transfer.course(toJava)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await who.enrolment.list({})).map(({ status }) => status)).toEqual(["Completed", "Transferred"]);
});

test("two courses cannot become the same one", async () => {
  const first = await buyerOf();
  await buy(institute, first.who, "javascript");
  const javascript = (await first.who.enrolment.list({})).find(({ course }) => course.courseId === "javascript");
  const other = await transferForm(owner, { purchaseId: javascript?._id ?? "", courseId: "python" });
  const both = await Promise.allSettled([owner.transfer.course(first.form), owner.transfer.course(other)]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "LEARNER_HAS_COURSE" } });
  expect((await first.who.enrolment.list({})).map(({ status }) => status).sort()).toEqual([
    ...["Completed", "Completed", "Transferred"],
  ]);
});

test("a transfer and a refund at once: one of them happens", async () => {
  const { form, ...bought } = await buyerOf();
  const both = await Promise.allSettled([owner.transfer.course(form), ask(owner, bought)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const refunds = await db.$count(refund, eq(refund.providerPaymentId, bought.paymentId));
  const transferred = await db.$count(
    purchase,
    and(eq(purchase.id, bought.purchaseId), isNotNull(purchase.transferredTo)),
  );
  expect(refunds + transferred).toBe(1);
});

test("an instalment that is paid at the same moment is carried over, or somebody's task", async () => {
  const who = await newLearner(institute);
  const plan = await newPlan(institute, who, { courseId: "sql" });
  await payPart(institute, plan.tokens[0]);
  const purchaseId = await idOfCourse(who);
  const form = await transferForm(owner, { purchaseId, courseId: "python" });
  const { proof } = await payLink(institute, plan.tokens[1]);
  const [moved] = await Promise.allSettled([
    owner.transfer.course(form),
    institute.visitor().due.settle({ token: plan.tokens[1], ...proof }),
  ]);
  await settle(institute);
  const [, second] = await plan.readDues();
  const flags = await db.$count(
    paymentFlag,
    and(eq(paymentFlag.providerPaymentId, proof.razorpay_payment_id), eq(paymentFlag.isSettled, false)),
  );
  if (moved.status === "fulfilled") expect([second?.state, flags]).toEqual(["cancelled", 1]);
  else {
    expect([second?.state, flags]).toEqual(["paid", 0]);
    const again = await owner.transfer.course(await transferForm(owner, { purchaseId, courseId: "python" }));
    expect(again.carriedInPaise).toBe(form.expectedCarriedInPaise * 2);
  }
});

test("a payment that is here but not settled yet, a dispute and a task each stop it", async () => {
  const who = await newLearner(institute);
  const plan = await newPlan(institute, who, { courseId: "sql" });
  await payPart(institute, plan.tokens[0]);
  const purchaseId = await idOfCourse(who);
  const { order_id } = await payLink(institute, plan.tokens[1]);
  await institute.gateway.settled();
  await db.execute(`update payment_order set state = 'paid' where provider_order_id = '${order_id}'`);
  expect((await owner.transfer.preview({ purchaseId })).why).toContain("being settled");

  const { form, ...bought } = await buyerOf();
  const opened = { openedAt: testDay, changedAt: testDay };
  await db.insert(dispute).values({
    ...{ providerDisputeId: "disp_transfer", providerPaymentId: bought.paymentId, orderId: bought.orderId },
    ...{ amountInPaise: bought.amount, state: "lost", ...opened },
  });
  await expect(owner.transfer.course(form)).rejects.toMatchObject({
    fields: { courseId: "The payer asked the bank for its money back. Nothing can be carried over." },
  });
  await db.update(dispute).set({ state: "won" }).where(eq(dispute.providerDisputeId, "disp_transfer"));
  const flag = { orderId: bought.orderId, providerPaymentId: bought.paymentId, reason: "x", flaggedAt: testDay };
  await db.insert(paymentFlag).values(flag);
  await expect(owner.transfer.course(form)).rejects.toMatchObject({
    fields: { courseId: "Money of it waits for a decision. Decide about it first." },
  });
  await db.update(paymentFlag).set({ isSettled: true }).where(eq(paymentFlag.providerPaymentId, bought.paymentId));
  expect(await owner.transfer.course(form)).toMatchObject({ carriedInPaise: bought.amount });
});

test("a free place has nothing to carry over, and a course that the learner has or that staff agreed is refused", async () => {
  const who = await newLearner(institute);
  const free = await giveCourse(institute, who, { courseId: "sql" });
  expect((await owner.transfer.preview({ purchaseId: free })).why).toContain("Nothing was paid");
  const { form, purchaseId, who: payer } = await buyerOf();
  await newPlan(institute, payer, { courseId: "java" });
  await giveCourse(institute, payer, { courseId: "react" });
  const { refusedCourses } = await owner.transfer.preview({ purchaseId });
  const why = (id: string) => refusedCourses.find(({ courseId }) => courseId === id)?.why;
  expect([why("react"), why("java"), why("python"), why("sql")]).toEqual([
    ...["The learner has it already", "The learner has an open sale of it", undefined, "The learner has it already"],
  ]);
  for (const [courseId, code] of [
    ...[
      ["react", "LEARNER_HAS_COURSE"],
      ["java", "SALE_EXISTS"],
      ["nothing", "UNKNOWN_COURSE"],
    ],
  ] as const) {
    const expectedPriceInPaise = await priceOf(owner, courseId);
    await expect(owner.transfer.course({ ...form, courseId, expectedPriceInPaise })).rejects.toMatchObject({ code });
  }
  await expect(owner.transfer.course({ ...form, courseId: "sql" })).rejects.toMatchObject({
    fields: { courseId: "The learner has this course: choose another batch of it" },
  });
  await expect(owner.transfer.course({ ...form, expectedPriceInPaise: 100 })).rejects.toMatchObject({
    code: "PRICE_CHANGED",
  });
});

test("a discount within one's own limit, and a plan that adds up", async () => {
  const { form, purchaseId } = await buyerOf();
  const discount = { discount: { amountInPaise: 100_000 }, discountReason: "Long wait" };
  await expect(accountant.transfer.course({ ...form, ...discount })).rejects.toMatchObject({
    fields: { discount: "Your limit is 0 %. Ask an owner to transfer the learner." },
  });
  await expect(owner.transfer.course({ ...form, ...discount })).rejects.toMatchObject({
    fields: { dues: "The instalments do not add up to the price" },
  });
  await expect(owner.transfer.course({ ...form, ...discount, discountReason: "" })).rejects.toMatchObject({
    fields: { discountReason: "Say why, in a few words" },
  });
  const late = [{ amountInPaise: 700_000, dueOn: "2026-01-01" }];
  await expect(owner.transfer.course({ ...form, dues: late })).rejects.toMatchObject({
    fields: { dues: "The first instalment is due today or later" },
  });
  const dues = [{ amountInPaise: 600_000, dueOn: form.dues[0]?.dueOn ?? "" }];
  const made = await owner.transfer.course({ ...form, ...discount, dues });
  expect(made).toMatchObject({ openInPaise: 600_000 });
  const parts = await db.select().from(due).where(eq(due.saleId, made.saleId));
  const [agreed] = await db.select().from(sale).where(eq(sale.id, made.saleId));
  expect(parts.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0)).toBe(
    (agreed?.listPriceInPaise ?? 0) - (agreed?.discountInPaise ?? 0),
  );
  expect((await owner.transfer.preview({ purchaseId })).state).toBe("transferred");
});

test("who may: the desk changes batches, an accountant or an owner changes courses, and ids of nobody are refused", async () => {
  const { form, purchaseId } = await buyerOf();
  await expect(desk.transfer.course(form)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  const trainer = await newStaff(institute, ["trainer"]);
  await expect(trainer.transfer.preview({ purchaseId })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(institute.visitor().transfer.preview({ purchaseId })).rejects.toMatchObject({ code: "STAFF_ONLY" });
  const learner = await newLearner(institute);
  await expect(learner.transfer.course(form)).rejects.toMatchObject({ code: "STAFF_ONLY" });
  await expect(owner.transfer.preview({ purchaseId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_PURCHASE" });
  await expect(owner.transfer.course({ ...form, purchaseId: nobody })).rejects.toMatchObject({
    code: "UNKNOWN_PURCHASE",
  });
  institute.setNow(new Date(testDay.getTime() + 10 * 60_000));
  await expect(owner.transfer.course(form)).rejects.toMatchObject({ code: "FRESH_PROOF_NEEDED" });
});

/** Two batches of a course that take learners, of different hours. */
async function twoBatches(courseId: string) {
  const { batches } = await owner.sale.batches({ courseId });
  const [one, other] = batches.filter(({ seatsLeft }) => seatsLeft !== 0);
  if (!one || !other) throw new Error("The demo has too few batches.");
  return [one, other] as const;
}
const chosen = ({ batchId, batchTime, batchType }: Awaited<ReturnType<typeof twoBatches>>[number]) => ({
  ...{ batchId, batchTime, batchType },
});

test("another batch of the same course: the place moves at once, the learner is told, and twice changes nothing", async () => {
  const { who, purchaseId } = await buyerOf("python");
  const [one, other] = await twoBatches("python");
  const seenNow = async () => {
    const { batchTime, batchType, batchId } = await desk.transfer.preview({ purchaseId });
    return { batchTime, batchType, batchId };
  };
  await desk.transfer.batch({ purchaseId, ...chosen(one), seen: await seenNow() });
  const seen = await seenNow();
  expect(seen).toEqual(chosen(one));
  institute.mails.length = 0;
  const move = { purchaseId, ...chosen(other), seen };
  await desk.transfer.batch(move);
  await desk.transfer.batch(move);
  await settle(institute);
  expect(await seenNow()).toEqual(chosen(other));
  expect(await who.enrolment.list({})).toMatchObject([{ batchTime: other.batchTime, batchType: other.batchType }]);
  expect(institute.mails.map(({ subject }) => subject)).toEqual(["Python: your place is confirmed"]);
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, purchaseId));
  expect(entries.map(({ action }) => action)).toEqual(Array(2).fill("Transferred a learner to another batch"));
  await expect(desk.transfer.batch({ purchaseId, ...chosen(one), seen })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
});

test("a course that is no longer offered: its learners change the hour or the course, but nobody moves to it", async () => {
  const { form, purchaseId } = await buyerOf();
  await db.update(course).set({ isHidden: true }).where(eq(course.courseId, "sql"));
  const { batchTime, batchType, batchId, batches } = await desk.transfer.preview({ purchaseId });
  expect(batches).toEqual([]);
  const seen = { batchTime, batchType, batchId };
  await desk.transfer.batch({ purchaseId, batchTime: "9-10", batchType: "week-days", seen });
  expect(await desk.transfer.preview({ purchaseId })).toMatchObject({ batchTime: "9-10", batchId: null });
  const made = await owner.transfer.course(form);
  const back = await transferForm(owner, { purchaseId: made.purchaseId, courseId: "sql" });
  await expect(owner.transfer.course(back)).rejects.toMatchObject({ code: "COURSE_WITHDRAWN" });
  await db.update(course).set({ isHidden: false }).where(eq(course.courseId, "sql"));
});

test("the last seat goes to one of two, a full batch is refused, and a course without a seat keeps the old one", async () => {
  const [first, second] = [await buyerOf("python"), await buyerOf("python")];
  const [, target] = await twoBatches("python");
  const taken = await db.$count(batchPlace, eq(batchPlace.batchId, target.batchId));
  await db
    .update(batch)
    .set({ seats: taken + 1 })
    .where(eq(batch.id, target.batchId));
  const move = async ({ purchaseId }: typeof first) => {
    const { batchTime, batchType, batchId } = await desk.transfer.preview({ purchaseId });
    return desk.transfer.batch({ purchaseId, ...chosen(target), seen: { batchTime, batchType, batchId } });
  };
  const both = await Promise.allSettled([move(first), move(second)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "BATCH_JUST_FULL" } });
  const other = await buyerOf();
  await expect(owner.transfer.course({ ...other.form, ...chosen(target) })).rejects.toMatchObject({
    code: "BATCH_JUST_FULL",
  });
  expect(await other.who.enrolment.list({})).toMatchObject([{ status: "Completed" }]);
  expect(await db.$count(invoice, eq(invoice.purchaseId, other.purchaseId))).toBe(1);
  await expect(owner.transfer.course({ ...other.form, batchId: nobody })).rejects.toMatchObject({
    code: "UNKNOWN_BATCH",
  });
  await db
    .update(batch)
    .set({ seats: taken + 2 })
    .where(eq(batch.id, target.batchId));
  const made = await owner.transfer.course({ ...other.form, ...chosen(target) });
  expect(await db.$count(batchPlace, eq(batchPlace.purchaseId, made.purchaseId))).toBe(1);
  expect(await db.$count(batchPlace, eq(batchPlace.purchaseId, other.purchaseId))).toBe(0);
});
