import { eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { due, sale } from "../../db/tables/due.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { erasePerson } from "../../person/erase.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { deliverWebhook, giveCourse, payAtGateway, settle } from "../../test/paying.ts";
import { newPlan, partInPaise, payLink, payPart } from "../../test/plans.ts";

const institute = await testInstitute();
const { db } = institute;
const anybody = () => institute.visitor();

beforeEach(() => {
  institute.setNow(testDay);
  institute.mails.length = 0;
});

test("anybody with the link sees the part, its amount and its day, and nothing of the learner but the first name", async () => {
  const me = await newLearner(institute);
  const { tokens } = await newPlan(institute, me);
  const page = await anybody().due.read({ token: tokens[1] });
  expect(page).toEqual({
    ...{ state: "open", courseName: "Python", firstName: "Kavya", number: 2, count: 3, amountInPaise: partInPaise },
    ...{ dueOn: "2026-12-15", isOverdue: false, paidOn: null, paper: null, takenOn: null },
    automatic: [{ number: 3, amountInPaise: partInPaise, dueOn: "2027-01-15" }],
  });
  institute.setNow(new Date("2026-12-15T18:29:00Z"));
  expect((await anybody().due.read({ token: tokens[1] })).isOverdue).toBe(false);
  institute.setNow(new Date("2026-12-15T18:31:00Z"));
  expect((await anybody().due.read({ token: tokens[1] })).isOverdue).toBe(true);
});

test.each(["x", "%00", "a".repeat(43), "é", "00000000-0000-4000-8000-000000000000"])(
  "a wrong link is unknown: %s",
  async (token) => {
    await expect(anybody().due.read({ token })).rejects.toMatchObject({ status: 404, code: "UNKNOWN_DUE" });
    await expect(anybody().due.settle({ token })).rejects.toMatchObject({ status: 404 });
    await expect(anybody().payment.order({ amount: partInPaise, dueToken: token })).rejects.toMatchObject({
      code: "UNKNOWN_DUE",
    });
  },
);

test("a parent pays the first part without signing in: the learner has the course, an invoice and a confirmation", async () => {
  const me = await newLearner(institute, { email: "first@example.com" });
  const { tokens, saleId } = await newPlan(institute, me);
  const { proof, order_id } = await payLink(institute, tokens[0]);
  const paid = await anybody().due.settle({ token: tokens[0], ...proof });
  expect(paid).toMatchObject({
    ...{ state: "paid", problem: null, paidOn: "2026-11-15" },
    paper: { number: expect.any(String), isMailed: true },
  });
  expect(await anybody().due.read({ token: tokens[0] })).toMatchObject({ state: "paid", paper: paid.paper });
  await settle(institute);
  const [bought] = await me.enrolment.list({});
  expect(bought).toMatchObject({ amount: 4333, status: "Completed", invoiceNumber: paid.paper?.number });
  expect((await db.select().from(sale).where(eq(sale.id, saleId)))[0]?.state).toBe("bought");
  const [order] = await db.select().from(paymentOrder).where(eq(paymentOrder.providerOrderId, order_id));
  expect(order).toMatchObject({ channel: "link", state: "spent" });
  const mine = institute.mails.filter(({ to, attachments }) => to === "first@example.com" && attachments);
  expect(mine).toHaveLength(1);
  expect(mine[0]?.attachments?.map(({ name }) => name)).toContain(`${paid.paper?.number.replaceAll("/", "-")}.pdf`);
});

test("every further part has an invoice of its own, mailed and in the portal", async () => {
  const me = await newLearner(institute, { email: "second@example.com" });
  const { tokens } = await newPlan(institute, me);
  await payPart(institute, tokens[0]);
  institute.mails.length = 0;
  await payPart(institute, tokens[1]);
  await payPart(institute, tokens[2]);
  const [bought] = await me.enrolment.list({});
  expect(bought?.papers).toHaveLength(3);
  expect(bought?.amount).toBe(3 * 4333);
  const issued = await db
    .select()
    .from(invoice)
    .where(eq(invoice.purchaseId, bought?._id ?? ""));
  expect(issued.map(({ content }) => (content.lines as { description: string }[])[0]?.description).sort()).toEqual([
    "Online course: Python, part 1 of 3",
    "Online course: Python, part 2 of 3",
    "Online course: Python, part 3 of 3",
  ]);
  const mine = institute.mails.filter(({ to }) => to === "second@example.com");
  expect(mine.map(({ subject }) => subject)).toEqual(Array(2).fill("Python: we have received ₹4,333"));
  expect(mine[0]?.text).toContain("The next part of ₹4,333 is due on 15 Jan 2027.");
  expect(mine[1]?.text).toContain("Everything is paid now.");
  expect(mine[1]?.attachments).toMatchObject([{ type: "application/pdf" }]);
  const { notifications } = await me.notification.list({});
  expect(notifications.filter(({ title }) => title === "We have received ₹4,333 for Python")).toHaveLength(2);
});

test("a closed browser changes nothing: the webhook settles the part, once", async () => {
  const me = await newLearner(institute);
  const { tokens, readDues } = await newPlan(institute, me);
  const { proof } = await payLink(institute, tokens[0]);
  await settle(institute);
  expect((await readDues()).map(({ state }) => state)).toEqual(["paid", "open", "open"]);
  const [first, second] = await Promise.all([
    anybody().due.settle({ token: tokens[0], ...proof }),
    anybody().due.settle({ token: tokens[0], ...proof }),
  ]);
  expect(first).toEqual(second);
  expect(first).toMatchObject({ state: "paid", problem: null });
  expect((await me.enrolment.list({}))[0]?.papers).toHaveLength(1);
});

test("a missing, forged or foreign proof settles nothing", async () => {
  const me = await newLearner(institute);
  const { tokens, readDues } = await newPlan(institute, me);
  const take = (token: string, proof: object) => anybody().due.settle({ token, ...proof });
  await expect(take(tokens[0], {})).rejects.toMatchObject({ status: 402 });
  const { proof } = await payLink(institute, tokens[0]);
  await expect(take(tokens[1], proof)).rejects.toMatchObject({ status: 402 });
  await expect(take(tokens[0], { ...proof, razorpay_signature: "0".repeat(64) })).rejects.toMatchObject({
    status: 402,
  });
  // An order that names an amount only is not taken for a part of the same amount.
  const { order_id } = await anybody().payment.order({ amount: partInPaise });
  await expect(take(tokens[1], await payAtGateway(institute, order_id))).rejects.toMatchObject({ status: 402 });
  expect((await readDues()).every(({ state }) => state === "open")).toBe(true);
});

test("a payment that is only authorised is pending, and settles when the money is captured", async () => {
  const me = await newLearner(institute);
  const { tokens } = await newPlan(institute, me);
  const { order_id } = await anybody().payment.order({ amount: partInPaise, dueToken: tokens[0] });
  const proof = await payAtGateway(institute, order_id, { outcome: "authorized" });
  expect(await anybody().due.settle({ token: tokens[0], ...proof })).toMatchObject({ state: "pending", problem: null });
  const { razorpay_payment_id: id } = proof;
  expect(await deliverWebhook(institute, order_id, { id, amount: partInPaise })).toBe(200);
  await settle(institute);
  expect(await anybody().due.read({ token: tokens[0] })).toMatchObject({ state: "paid" });
});

test("parent and learner pay at once: one payment settles the part, the other one is flagged and explained", async () => {
  const me = await newLearner(institute);
  const { tokens } = await newPlan(institute, me);
  const order = async () => (await anybody().payment.order({ amount: partInPaise, dueToken: tokens[0] })).order_id;
  const first = await order();
  expect(await order()).toBe(first);
  // The first order is too old to be used again, so the second payer has another one.
  institute.setNow(new Date(testDay.getTime() + 31 * 60_000));
  const second = await order();
  expect(second).not.toBe(first);
  const proofs = [await payAtGateway(institute, first), await payAtGateway(institute, second)] as const;
  const answers = await Promise.all(proofs.map((proof) => anybody().due.settle({ token: tokens[0], ...proof })));
  expect(answers.map(({ state }) => state)).toEqual(["paid", "paid"]);
  const twice = answers.filter(({ problem }) => problem?.includes("has reached us twice"));
  expect(twice).toHaveLength(1);
  expect((await me.enrolment.list({}))[0]?.papers).toHaveLength(1);
  await settle(institute);
  const ids = proofs.map(({ razorpay_payment_id: id }) => id);
  const flags = await db.select().from(paymentFlag).where(inArray(paymentFlag.providerPaymentId, ids));
  expect(flags.map(({ reason }) => reason)).toEqual(["for an instalment that was settled before"]);
  await expect(anybody().payment.order({ amount: partInPaise, dueToken: tokens[0] })).rejects.toMatchObject({
    code: "DUE_SETTLED",
  });
});

test("who pays while staff change the amount has the money flagged, and the new amount stays open", async () => {
  const me = await newLearner(institute);
  const { tokens, readDues } = await newPlan(institute, me);
  const { order_id } = await anybody().payment.order({ amount: partInPaise, dueToken: tokens[0] });
  await db.update(due).set({ amountInPaise: 500_000 }).where(eq(due.linkToken, tokens[0]));
  const proof = await payAtGateway(institute, order_id);
  const answer = await anybody().due.settle({ token: tokens[0], ...proof });
  expect(answer).toMatchObject({ state: "open", problem: expect.stringContaining("does not match") });
  expect((await readDues())[0]?.state).toBe("open");
  await expect(anybody().payment.order({ amount: partInPaise, dueToken: tokens[0] })).rejects.toMatchObject({
    code: "WRONG_AMOUNT",
  });
});

test("a plan that waits for approval, is withdrawn, written off, or whose course went back cannot be paid, and says so", async () => {
  const me = await newLearner(institute);
  const state = async (token: string) => (await anybody().due.read({ token })).state;
  const refused = (dueToken: string) =>
    expect(anybody().payment.order({ amount: partInPaise, dueToken })).rejects.toMatchObject({ code: "DUE_SETTLED" });
  const waiting = await newPlan(institute, me, { state: "waiting", courseId: "sql" });
  const withdrawn = await newPlan(institute, me, { state: "withdrawn" });
  const bought = await newPlan(institute, me);
  await payPart(institute, bought.tokens[0]);
  await db.update(due).set({ state: "written off" }).where(eq(due.linkToken, bought.tokens[1]));
  const { tokens } = bought;
  expect([await state(waiting.tokens[0]), await state(withdrawn.tokens[0]), await state(tokens[1])]).toEqual([
    "waiting",
    "withdrawn",
    "withdrawn",
  ]);
  const late = await payLink(institute, tokens[2]);
  await db
    .update(purchase)
    .set({ state: "refunded" })
    .where(eq(purchase.courseId, (await courseOf(bought.saleId)) ?? ""));
  expect(await state(tokens[2])).toBe("withdrawn");
  for (const token of [withdrawn.tokens[0], tokens[1], tokens[2]]) await refused(token);
  const answer = await anybody().due.settle({ token: tokens[2], ...late.proof });
  expect(answer.problem).toContain("does not match");
});

const courseOf = async (saleId: string) =>
  (await db.select({ courseId: sale.courseId }).from(sale).where(eq(sale.id, saleId)))[0]?.courseId;

test("a learner sees their own plans with what is paid and what is due, and nobody else's", async () => {
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  const dues = [{ dueOn: "2026-11-15" }, { dueOn: "2026-11-18" }, { dueOn: "2026-12-15" }];
  const { tokens } = await newPlan(institute, me, { dues });
  await newPlan(institute, me, { state: "waiting", courseId: "sql" });
  await payPart(institute, tokens[0]);
  institute.setNow(new Date("2026-11-19T06:30:00Z"));
  const [plan, ...more] = await me.due.mine({});
  expect(more).toEqual([]);
  expect(plan).toMatchObject({
    ...{ courseName: "Python", paidInPaise: partInPaise, openInPaise: 2 * partInPaise, overdueInPaise: partInPaise },
    isOnHold: false,
    dues: [
      { number: 1, state: "paid", paidOn: "2026-11-15", payPath: null },
      { number: 2, state: "overdue", paidOn: null, payPath: `/pay/${tokens[1]}` },
      { number: 3, state: "open", payPath: `/pay/${tokens[2]}` },
    ],
  });
  expect(await other.due.mine({})).toEqual([]);
});

test("who has bought the course on the website meanwhile is not asked to pay for it again", async () => {
  const me = await newLearner(institute);
  const { tokens } = await newPlan(institute, me);
  await giveCourse(institute, me);
  const order = anybody().payment.order({ amount: partInPaise, dueToken: tokens[0] });
  await expect(order).rejects.toMatchObject({ code: "ALREADY_PURCHASED" });
});

test("after the learner has bought the course on the website, nothing is asked for: link, plan and order say so", async () => {
  const me = await newLearner(institute);
  const { tokens } = await newPlan(institute, me);
  await giveCourse(institute, me);
  const page = await anybody().due.read({ token: tokens[0] });
  expect(page).toMatchObject({ state: "bought elsewhere" });
  await expect(anybody().payment.order({ amount: partInPaise, dueToken: tokens[0] })).rejects.toMatchObject({
    code: "ALREADY_PURCHASED",
  });
  expect(await me.due.mine({})).toEqual([]);
});

test("an order for a sale that waits for approval says so", async () => {
  const { tokens } = await newPlan(institute, await newLearner(institute), { state: "waiting" });
  await expect(anybody().payment.order({ amount: partInPaise, dueToken: tokens[0] })).rejects.toMatchObject({
    code: "DUE_WAITS",
  });
});

test("a withdrawn link names a part that there is", async () => {
  const { saleId, tokens } = await newPlan(institute, await newLearner(institute), { state: "withdrawn" });
  await db.update(due).set({ state: "cancelled" }).where(eq(due.saleId, saleId));
  expect(await anybody().due.read({ token: tokens[0] })).toMatchObject({ state: "withdrawn", number: 1, count: 1 });
});

test("who deletes the account owes nothing any more, and staff read it in the log", async () => {
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  const { saleId, readDues, tokens } = await newPlan(institute, me);
  const bought = await newPlan(institute, me, { courseId: "sql" });
  const stays = await newPlan(institute, other);
  await payPart(institute, bought.tokens[0]);
  const { _id } = await me.account.read({});
  await erasePerson(db, { ids: [_id] }, { places: institute.deps.personal, now: testDay });
  expect((await readDues()).map(({ state }) => state)).toEqual(["cancelled", "cancelled", "cancelled"]);
  expect((await bought.readDues()).map(({ state }) => state)).toEqual(["paid", "cancelled", "cancelled"]);
  expect((await stays.readDues()).map(({ state }) => state)).toEqual(["open", "open", "open"]);
  expect((await db.select().from(sale).where(eq(sale.id, saleId)))[0]).toMatchObject({
    ...{ learnerId: null, state: "withdrawn", refusal: "The learner deleted the account" },
  });
  expect(await anybody().due.read({ token: tokens[0] })).toMatchObject({ state: "withdrawn" });
  const entries = await db
    .select()
    .from(auditEntry)
    .where(inArray(auditEntry.thingId, [saleId, bought.saleId]));
  expect(entries.map(({ thing, after }) => [thing, after])).toEqual(
    expect.arrayContaining([
      ["Python", { parts: 3, amount: "₹12,999" }],
      ["SQL", { parts: 2, amount: "₹8,666" }],
    ]),
  );
});
