import { splitIntoDues } from "@shoreline/domain/instalments";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { payment, paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { receipt } from "../../db/tables/sale.ts";
import { batch } from "../../db/tables/schedule.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { byUpi, enrolAtDesk, inCash, saleForm } from "../../test/desk.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { form, newLearner, newNumber, ticketFor } from "../../test/learner.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const counsellor = await newStaff(institute, ["counsellor"], "Divya Selvam");
const owner = await newStaff(institute, ["owner"], "Meera Krishnan");
const sell = (change: Parameters<typeof enrolAtDesk>[1] = {}) => enrolAtDesk(desk, change);
const formOf = (change: Parameters<typeof saleForm>[1] = {}) => saleForm(desk, change);

const today = (await desk.sale.desk({})).today;
const inMonths = (months: number) => `${2027 + Math.floor(months / 12)}-0${(months % 12) + 1}-10`;
const parts = (amounts: number[]) =>
  amounts.map((amountInPaise, at) => ({ amountInPaise, dueOn: at === 0 ? today : inMonths(at) }));
const priceOf = async (courseId: string) => (await desk.desk.course({ courseId })).priceInPaise;

test("a new learner is enrolled and pays by UPI: purchase, invoice, receipt and audit entries", async () => {
  const given = await formOf();
  const { sale: made, receipt: paper } = await desk.sale.make(given);
  expect(made).toMatchObject({
    state: "bought",
    name: "Gokul Anand",
    number: `+91${given.mobileNumber}`,
    madeBy: "Prakash Immanuel",
  });
  expect(made.dues).toMatchObject([{ number: 1, state: "paid", receipt: { number: paper?.number } }]);
  expect(paper).toMatchObject({
    method: "upi",
    amountInPaise: given.expectedPriceInPaise,
    mailedTo: "gokul@example.com",
  });
  const [bought] = await db
    .select()
    .from(purchase)
    .innerJoin(learner, eq(learner.id, purchase.learnerId))
    .where(eq(learner.mobileNumber, given.mobileNumber));
  expect(bought?.purchase).toMatchObject({ amountInPaise: given.expectedPriceInPaise, method: "upi", state: "active" });
  const [billed] = await db
    .select()
    .from(invoice)
    .where(eq(invoice.purchaseId, bought?.purchase.id ?? ""));
  expect(billed?.number).toBe(paper?.invoiceNumber);
  const [order] = await db
    .select()
    .from(paymentOrder)
    .where(eq(paymentOrder.id, billed?.orderId ?? ""));
  expect(order).toMatchObject({ channel: "desk", kind: "due", state: "spent", nextCheckAt: null });
  const [paid] = await db
    .select()
    .from(payment)
    .where(eq(payment.orderId, order?.id ?? ""));
  expect(paid).toMatchObject({ method: "upi", reference: "632044170925", takenBy: desk.person.id });
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, made.saleId)).orderBy(auditEntry.id);
  expect(entries.map(({ action, kind }) => [kind, action])).toEqual([
    ["sale", "Agreed a sale"],
    ["payment", "Took a payment"],
  ]);
  await institute.runJobs();
  const mails = institute.mails.filter(({ to }) => to === "gokul@example.com");
  const mail = mails.find(({ subject }) => subject.startsWith("Receipt"));
  expect(mail?.attachments?.map(({ name }) => name)).toEqual([
    `${paper?.number}.pdf`,
    `${paper?.invoiceNumber.replaceAll("/", "-")}.pdf`,
  ]);
});

test("who was enrolled at the desk registers with a code as everybody does, and finds the course", async () => {
  const mobileNumber = newNumber();
  const { leadId } = await desk.inbox.create({ name: "Typed Wrongly", number: mobileNumber, email: null });
  expect((await desk.sale.person({ mobileNumber })).lead).toMatchObject({
    leadId,
    name: "Typed Wrongly",
    status: "new",
  });
  await sell({ mobileNumber, name: "Typed Wrongly", email: "" });
  await institute.runJobs();
  await desk.inbox.list({});
  expect(await desk.inbox.read({ leadId })).toMatchObject({ email: null, status: "enrolled" });
  const ticket = await ticketFor(institute, mobileNumber);
  await expect(institute.visitor().account.login({ mobileNumber, ticket })).rejects.toMatchObject({
    code: "UNKNOWN_NUMBER",
  });
  const { token } = await institute.visitor().account.create({ ...form, mobileNumber, ticket });
  const own = institute.visitor({ headers: { authorization: `Bearer ${token}` } });
  expect(await own.account.read({})).toMatchObject({
    firstName: "Kavya",
    email: "kavya@example.com",
    dateOfBirth: "2004-02-29",
  });
  const bought = await own.enrolment.list({});
  expect(JSON.stringify(bought)).toContain('"sql"');
  // From now on the number is theirs.
  institute.setNow(new Date(testDay.getTime() + 120_000));
  const again = await ticketFor(institute, mobileNumber);
  await expect(institute.visitor().account.create({ ...form, mobileNumber, ticket: again })).rejects.toMatchObject({
    code: "KNOWN_NUMBER",
  });
  await institute.visitor().account.login({ mobileNumber, ticket: again });
  institute.setNow(testDay);
});

test("the account of a learner stays as it is, whatever the desk types", async () => {
  const who = await newLearner(institute);
  expect(await desk.sale.person({ mobileNumber: who.mobileNumber })).toMatchObject({
    learner: { name: "Kavya Raman", isUnproven: false, owned: [], sales: [] },
  });
  const { sale: made } = await sell({
    mobileNumber: who.mobileNumber,
    name: "Somebody Else",
    email: "else@example.com",
  });
  expect(made).toMatchObject({ name: "Kavya Raman", email: "kavya@example.com" });
  expect((await desk.sale.person({ mobileNumber: who.mobileNumber })).learner?.owned).toEqual(["sql"]);
  await expect(sell({ mobileNumber: who.mobileNumber })).rejects.toMatchObject({ code: "LEARNER_HAS_COURSE" });
});

test("the same form twice, also at the same moment, enrols and takes money once", async () => {
  const given = await formOf();
  const both = await Promise.all([desk.sale.make(given), desk.sale.make(given)]);
  const third = await desk.sale.make(given);
  expect(new Set([...both, third].map(({ receipt: paper }) => paper?.number)).size).toBe(1);
  expect(await db.$count(sale, eq(sale.attemptId, given.attemptId))).toBe(1);
  expect(await db.$count(payment, eq(payment.providerPaymentId, `desk:${given.attemptId}`))).toBe(1);
  const used = { code: "ATTEMPT_USED" };
  for (const change of [
    { mobileNumber: newNumber() },
    { batchTime: "1-2" },
    { batchType: "week-end" as const },
    { company: "Kaveri Analytics" },
    { payment: { method: "card machine", reference: "0042" } as const },
    { payment: null },
  ])
    await expect(desk.sale.make({ ...given, ...change })).rejects.toMatchObject(used);
  const other = await sell({ payment: null });
  const taken = { dueId: other.sale.dues[0]?.dueId ?? "", payment: byUpi, attemptId: given.attemptId };
  await expect(desk.sale.take(taken)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("two desks that enrol one learner in one course at once: one does, the other is refused", async () => {
  const mobileNumber = newNumber();
  const forms = [await formOf({ mobileNumber }), await formOf({ mobileNumber })];
  const results = await Promise.allSettled(forms.map((given) => desk.sale.make(given)));
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "LEARNER_HAS_COURSE" } });
  expect(await db.$count(paymentFlag)).toBe(0);
});

test("a plan: the first part gives the course, each part has an invoice and a receipt", async () => {
  const price = await priceOf("python");
  const amounts = splitIntoDues(price, 3);
  const made = await sell({ courseId: "python", dues: parts(amounts) });
  expect(made.sale.dues.map(({ state }) => state)).toEqual(["paid", "open", "open"]);
  const [, second, third] = made.sale.dues;
  const attemptId = crypto.randomUUID();
  const payment = { method: "cheque", reference: "Cheque 004512" } as const;
  const taken = await desk.sale.take({ dueId: second?.dueId ?? "", payment, attemptId });
  expect(await desk.sale.take({ dueId: second?.dueId ?? "", payment, attemptId })).toEqual(taken);
  expect(taken.sale.dues.map(({ state }) => state)).toEqual(["paid", "paid", "open"]);
  await expect(desk.sale.take({ dueId: third?.dueId ?? "", payment, attemptId })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  const [bought] = await db.select().from(sale).where(eq(sale.id, made.sale.saleId));
  const papers = await db
    .select()
    .from(invoice)
    .where(eq(invoice.purchaseId, bought?.purchaseId ?? ""))
    .orderBy(invoice.serial);
  expect(papers.map(({ content }) => content.totalInPaise)).toEqual(amounts.slice(0, 2));
  expect(JSON.stringify(papers[1]?.content)).toContain("part 2 of 3");
  const [row] = await db
    .select()
    .from(purchase)
    .where(eq(purchase.id, bought?.purchaseId ?? ""));
  expect(row?.amountInPaise).toBe((amounts[0] ?? 0) + (amounts[1] ?? 0));
  const [paper] = await db.select().from(receipt).where(eq(receipt.number, taken.receipt.number));
  expect(paper?.content).toMatchObject({
    part: { number: 2, count: 3 },
    openInPaise: amounts[2],
    nextDue: { dueOn: inMonths(2) },
  });
});

test("two desks take the same due at once: one invoice, and the other is refused", async () => {
  const price = await priceOf("python");
  const { sale: made } = await sell({ courseId: "python", dues: parts(splitIntoDues(price, 2)) });
  const dueId = made.dues[1]?.dueId ?? "";
  const other = await newStaff(institute, ["front desk"]);
  const results = await Promise.allSettled(
    [desk, other].map((one) => one.sale.take({ dueId, payment: byUpi, attemptId: crypto.randomUUID() })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "DUE_SETTLED" } });
  const orders = await db.select().from(paymentOrder).where(eq(paymentOrder.itemId, dueId));
  expect(orders.map(({ state }) => state)).toEqual(["spent"]);
  expect(await db.$count(invoice, eq(invoice.orderId, orders[0]?.id ?? ""))).toBe(1);
});

test("receipt numbers have no gaps, whatever was refused between them", async () => {
  const before = (await sell()).receipt?.number ?? "";
  await Promise.allSettled([sell({ payment: inCash }), sell({ payment: inCash }), sell({ expectedPriceInPaise: 5 })]);
  const numberOf = (text: string) => Number(text.split("-").at(-1));
  const papers = await Promise.all([sell(), sell(), sell()]);
  const numbers = papers.map(({ receipt: paper }) => numberOf(paper?.number ?? "")).sort((a, b) => a - b);
  expect(numbers).toEqual([1, 2, 3].map((n) => numberOf(before) + n));
});

test("a discount above the limit waits; an owner approves it, then it is paid", async () => {
  const price = await priceOf("sql");
  const discount = { percent: 10 };
  await expect(sell({ discount })).rejects.toMatchObject({ code: "DISCOUNT_ABOVE_LIMIT" });
  const { sale: made, receipt: paper } = await sell({ discount, payment: null });
  expect([made.state, paper, made.discountInPaise]).toEqual(["waiting", null, price / 10]);
  expect((await desk.sale.list({ state: "waiting" })).sales.map(({ saleId }) => saleId)).toContain(made.saleId);
  const { discounts } = await owner.desk.today({});
  expect(discounts?.count).toBe((await owner.sale.desk({})).waiting);
  expect((await desk.desk.today({})).discounts).toBeNull();
  const dueId = made.dues[0]?.dueId ?? "";
  const take = () => desk.sale.take({ dueId, payment: byUpi, attemptId: crypto.randomUUID() });
  await expect(take()).rejects.toMatchObject({ code: "SALE_WAITS" });
  await expect(desk.sale.approve({ saleId: made.saleId })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  expect(await owner.sale.approve({ saleId: made.saleId })).toMatchObject({
    state: "open",
    approvedBy: "Meera Krishnan",
  });
  await expect(owner.sale.refuse({ saleId: made.saleId, reason: "Too late" })).rejects.toMatchObject({
    code: "SALE_NOT_OPEN",
  });
  expect((await take()).sale.state).toBe("bought");
  await expect(desk.sale.withdraw({ saleId: made.saleId, reason: "Too late" })).rejects.toMatchObject({
    code: "SALE_PAID",
  });
});

test("limits are the role's: to the paisa at the desk, less for a counsellor, none for an owner", async () => {
  const price = await priceOf("sql");
  const most = Math.floor((price * 5) / 100);
  expect((await sell({ discount: { amountInPaise: most } })).sale.state).toBe("bought");
  const above = { discount: { amountInPaise: most + 1 }, payment: null };
  expect((await sell(above)).sale.state).toBe("waiting");
  expect((await enrolAtDesk(counsellor, { discount: { percent: 4 }, payment: null })).sale.state).toBe("waiting");
  expect((await enrolAtDesk(counsellor, { discount: { percent: 3 }, payment: null })).sale.state).toBe("open");
  expect((await enrolAtDesk(owner, { discount: { percent: 50 } })).sale.state).toBe("bought");
});

test("a refused or withdrawn sale cannot be paid, and another one can be made", async () => {
  const given = await formOf({ discount: { percent: 20 }, payment: null });
  const { sale: made } = await desk.sale.make(given);
  await expect(desk.sale.make({ ...given, attemptId: crypto.randomUUID() })).rejects.toMatchObject({
    code: "SALE_EXISTS",
  });
  const refused = await owner.sale.refuse({ saleId: made.saleId, reason: "Too much for one course" });
  expect(refused).toMatchObject({
    state: "withdrawn",
    refusal: "Too much for one course",
    dues: [{ state: "cancelled" }],
  });
  const payment = byUpi;
  await expect(
    desk.sale.take({ dueId: made.dues[0]?.dueId ?? "", payment, attemptId: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: "SALE_NOT_OPEN" });
  const next = await sell({ mobileNumber: given.mobileNumber, payment: null });
  expect(next.sale.state).toBe("open");
  expect((await desk.sale.person({ mobileNumber: given.mobileNumber })).learner?.sales).toMatchObject([
    { saleId: next.sale.saleId },
  ]);
  expect((await desk.sale.withdraw({ saleId: next.sale.saleId, reason: "Went elsewhere" })).state).toBe("withdrawn");
  expect((await sell({ mobileNumber: given.mobileNumber })).sale.state).toBe("bought");
});

test("a counsellor agrees a sale but takes no money", async () => {
  await expect(enrolAtDesk(counsellor, {})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  const { sale: made, receipt: paper } = await enrolAtDesk(counsellor, { payment: null });
  expect([made.state, paper]).toEqual(["open", null]);
  const [row] = await db.select().from(sale).where(eq(sale.id, made.saleId));
  expect(row?.purchaseId).toBeNull();
});

test("what does not fit is refused with a word for each, and nothing is stored", async () => {
  const before = [await db.$count(sale), await db.$count(learner), await db.$count(payment)];
  const price = await priceOf("sql");
  const [half = 0] = splitIntoDues(price, 2);
  for (const [change, code] of [
    [{ courseId: "no-such-course" }, "UNKNOWN_COURSE"],
    [{ batchTime: "3-4", expectedPriceInPaise: price - 100 }, "PRICE_CHANGED"],
    [{ batchTime: "5-6" }, "UNKNOWN_BATCH_TIME"],
    [{ payment: { ...inCash, desk: "Garage" } }, "UNKNOWN_DESK"],
    [{ payment: inCash }, "DRAWER_NOT_OPEN"],
  ] as const)
    await expect(sell(change), code).rejects.toMatchObject({ code });
  for (const [change, field] of [
    [{ name: "" }, "name"],
    [{ mobileNumber: "12345" }, "mobileNumber"],
    [{ countryCode: "+999" }, "countryCode"],
    [{ email: "nobody" }, "email"],
    [{ dues: parts([half]) }, "dues"],
    [{ dues: parts([half, half, 100]) }, "dues"],
    [{ dues: [{ amountInPaise: price, dueOn: "2020-01-01" }] }, "dues"],
    [{ payment: { method: "upi", reference: "" } }, "payment.reference"],
    [{ discount: { percent: 5 }, discountReason: "" }, "discountReason"],
    [{ company: "Fine Works", gstin: "27AAPFU0939F1ZX" }, "gstin"],
    [{ gstin: "27AAPFU0939F1ZV" }, "company"],
    [{ attemptId: "again" }, "attemptId"],
  ] as const) {
    const given = await formOf(change as Parameters<typeof sell>[0]);
    const refused = await desk.sale.make(given).catch((error) => error);
    expect([field, refused.code, Object.keys(refused.fields ?? {})]).toEqual([field, "INVALID_INPUT", [field]]);
  }
  const free = await owner.sale.make({ ...(await formOf({ discount: { percent: 100 } })) }).catch((error) => error);
  expect(free.code).toBe("INVALID_INPUT");
  expect([await db.$count(sale), await db.$count(learner), await db.$count(payment)]).toEqual(before);
});

test("batches that a learner can join are offered, one for each hour and days, those to come first", async () => {
  const { batches } = await desk.sale.batches({ courseId: "sql" });
  expect(batches.length).toBeGreaterThan(0);
  const kinds = batches.map(({ batchTime, batchType }) => `${batchTime} ${batchType}`);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(batches.map(({ hasBegun }) => hasBegun)).toEqual(batches.map(({ hasBegun }) => hasBegun).sort());
  await expect(desk.sale.batches({ courseId: "nothing" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
});

test("a batch that got full meanwhile is refused", async () => {
  const { batches } = await desk.sale.batches({ courseId: "sql" });
  const [shown] = batches;
  expect(shown).toMatchObject({
    batchType: expect.any(String),
    seatsLeft: shown?.seats === null ? null : expect.any(Number),
  });
  await db
    .update(batch)
    .set({ seats: 0 })
    .where(eq(batch.id, shown?.batchId ?? ""));
  const { batchId = "", batchTime = "", batchType } = shown ?? {};
  await expect(sell({ batchId, batchTime, ...(batchType ? { batchType } : {}) })).rejects.toMatchObject({
    code: "BATCH_JUST_FULL",
  });
});

test("a company that pays is on the invoice of each part", async () => {
  const { sale: made } = await sell({ company: "Fine Works", gstin: "27AAPFU0939F1ZV" });
  expect(made).toMatchObject({ company: "Fine Works", gstin: "27AAPFU0939F1ZV" });
  const [row] = await db.select().from(sale).where(eq(sale.id, made.saleId));
  const [paper] = await db
    .select()
    .from(invoice)
    .where(eq(invoice.purchaseId, row?.purchaseId ?? ""));
  expect(paper?.content).toMatchObject({ buyer: { company: { name: "Fine Works", gstin: "27AAPFU0939F1ZV" } } });
});

test("a course that is withdrawn is not sold", async () => {
  await db.update(course).set({ isHidden: true }).where(eq(course.courseId, "sql"));
  const given = await formOf({ expectedPriceInPaise: 100, dues: parts([100]) });
  await expect(desk.sale.make(given)).rejects.toMatchObject({ code: "COURSE_WITHDRAWN" });
  await db.update(course).set({ isHidden: false }).where(eq(course.courseId, "sql"));
});

test("all dues of a sale add up to its price after the discount", async () => {
  const { rows } = await db.execute(sql`
    select s.id from ${sale} s join ${due} d on d.sale_id = s.id
    group by s.id having sum(d.amount_in_paise) <> s.list_price_in_paise - s.discount_in_paise`);
  expect(rows).toEqual([]);
});

test("a reference that was used before is taken only when staff have seen it", async () => {
  const transfer = { method: "bank transfer", reference: "N321260011223" } as const;
  const first = await enrolAtDesk(desk, { payment: transfer });
  const form = await saleForm(desk, { payment: { ...transfer, reference: "n321260011223" } });
  const asked = await desk.sale.make(form).catch((error) => error);
  const amount = (first.receipt?.amountInPaise ?? 0) / 100;
  expect(asked).toMatchObject({
    code: "REFERENCE_USED",
    fields: {
      "payment.isReferenceKnown": `This reference was used on 15 Nov 2026 for ₹${amount.toLocaleString("en-IN")}`,
    },
  });
  const seen = { ...form, payment: { ...transfer, isReferenceKnown: true } };
  const { sale, receipt } = await desk.sale.make(seen);
  expect(sale.state).toBe("bought");
  // A retry answers as the first time, also without the confirmation.
  expect((await desk.sale.make({ ...seen, payment: transfer })).receipt).toEqual(receipt);
  // Cheques of two banks may have one number.
  const cheque = { method: "cheque", reference: "004512" } as const;
  for (const payment of [cheque, cheque]) expect((await enrolAtDesk(desk, { payment })).receipt).not.toBeNull();
});

test("a discount in percent has at most two decimals and is at least 0.01", async () => {
  for (const percent of [0.0000001, 0.001, 0, -5, 12.345, 101])
    await expect(enrolAtDesk(desk, { discount: { percent } })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  const refused = await enrolAtDesk(desk, { discount: { percent: 0.0000001 } }).catch((error) => error);
  expect(refused.fields).toMatchObject({ "discount.percent": expect.stringMatching(/0\.01|decimals/) });
});

test("a learner without an e-mail address gets the number of the receipt as a message, and no mail", async () => {
  await institute.runJobs();
  for (const sent of [institute.mails, institute.messages]) sent.length = 0;
  const { receipt, sale } = await enrolAtDesk(desk, { email: "" });
  await institute.runJobs();
  expect(institute.mails.filter(({ to }) => to === "")).toEqual([]);
  expect(institute.messages.filter(({ to }) => to === sale.number)).toMatchObject([
    { template: "fee-received", text: expect.stringContaining(`Receipt ${receipt?.number}.`) },
  ]);
});

test("a demonstration counts payments that are mailed, and a retry of a finished attempt answers as the first time", async () => {
  const invented = await newStaff(institute, ["front desk"]);
  await db.update(staff).set({ isDemo: true }).where(eq(staff.id, invented.person.id));
  const mailed = await saleForm(invented);
  const first = await invented.sale.make(mailed);
  // Who has no address gets no mail.
  for (let n = 0; n < 3; n++) await enrolAtDesk(invented, { email: "" });
  for (let n = 0; n < 29; n++) await enrolAtDesk(invented);
  const tooMany = { code: "DEMO_LIMIT" };
  await expect(enrolAtDesk(invented)).rejects.toMatchObject(tooMany);
  expect((await invented.sale.make(mailed)).receipt).toEqual(first.receipt);
  expect((await enrolAtDesk(invented, { email: "" })).receipt).not.toBeNull();
});
