import { and, asc, eq, isNull } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { payment } from "../../db/tables/payment.ts";
import { creditNote } from "../../db/tables/refund.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { enrolAtDesk } from "../../test/desk.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner, newNumber } from "../../test/learner.ts";
import { deliverWebhook, payAtGateway, settle } from "../../test/paying.ts";
import { newPlan, partInPaise, payPart } from "../../test/plans.ts";
import { ask, buyer, inDashboard, letProviderFinish, openFlags } from "../../test/refunding.ts";
import { newStaff } from "../../test/staff.ts";
import { transferForm } from "../../test/transferring.ts";
import type { InvoiceInput } from "../enrolment/invoice-pdf.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const [sqlPrice, pythonPrice] = [599_900, 1_299_900];

beforeEach(async () => {
  institute.setNow(testDay);
  institute.mails.length = 0;
});

type Who = Awaited<ReturnType<typeof newLearner>>;

const idOfCourse = async (who: Who) => (await who.enrolment.list({}))[0]?._id ?? "";
const invoicesOf = (purchaseId: string) =>
  db.select().from(invoice).where(eq(invoice.purchaseId, purchaseId)).orderBy(asc(invoice.serial));
const notesOf = async (purchaseId: string) =>
  (
    await db
      .select({ note: creditNote })
      .from(creditNote)
      .innerJoin(invoice, eq(invoice.id, creditNote.invoiceId))
      .where(eq(invoice.purchaseId, purchaseId))
      .orderBy(asc(creditNote.serial))
  ).map(({ note }) => note);

/** What remains on the invoices of a purchase. */
async function netOf(purchaseId: string): Promise<number> {
  const sum = (rows: { totalInPaise: number | null }[]) =>
    rows.reduce((all, { totalInPaise }) => all + (totalInPaise ?? 0), 0);
  return sum(await invoicesOf(purchaseId)) - sum(await notesOf(purchaseId));
}

const duesOf = async (saleId: string) => db.select().from(due).where(eq(due.saleId, saleId)).orderBy(asc(due.number));

test("a dearer course: what was paid is carried over, the difference is due with a link, and the papers meet", async () => {
  const bought = await buyer(institute);
  const purchaseId = await idOfCourse(bought.who);
  const preview = await owner.transfer.preview({ purchaseId, courseId: "python" });
  expect(preview).toMatchObject({ why: null, carriedInPaise: sqlPrice, openInPaise: 0, course: { courseId: "sql" } });
  expect(preview.otherCourse).toMatchObject({ courseId: "python", priceInPaise: pythonPrice });
  expect(preview.refusedCourses.map(({ courseId }) => courseId)).toEqual(["sql"]);
  expect((await owner.transfer.preview({ purchaseId, courseId: "sql" })).otherCourse).toBeNull();
  const made = await owner.transfer.course(await transferForm(owner, { purchaseId, courseId: "python" }));
  expect(made).toMatchObject({ carriedInPaise: sqlPrice, openInPaise: pythonPrice - sqlPrice, courseName: "Python" });
  await settle(institute);

  const [mine, old] = await bought.who.enrolment.list({});
  expect(old).toMatchObject({ _id: purchaseId, status: "Transferred" });
  expect(old?.papers.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["invoice", 5999],
    ["credit note", 5999],
  ]);
  expect(mine).toMatchObject({ _id: made.purchaseId, status: "Completed", amount: 5999, paidVia: "Carried over" });
  expect(await netOf(purchaseId)).toBe(0);
  expect(await netOf(made.purchaseId)).toBe(sqlPrice);
  const [plan] = await bought.who.due.mine({});
  expect(plan).toMatchObject({ purchaseId: made.purchaseId, paidInPaise: sqlPrice, openInPaise: 700_000 });

  const mail = institute.mails.find(({ subject }) => subject === "You have moved from SQL to Python");
  const token = /\/pay\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(mail?.attachments?.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^CN-/),
    expect.stringMatching(/^SA-/),
  ]);
  const { order_id } = await institute.visitor().payment.order({ amount: 700_000, dueToken: token });
  await payAtGateway(institute, order_id);
  await settle(institute);
  expect((await duesOf(made.saleId)).map(({ state }) => state)).toEqual(["paid", "paid"]);
  expect(await netOf(made.purchaseId)).toBe(pythonPrice);

  const before = await owner.refund.read({ orderId: bought.orderId });
  expect(before).toMatchObject({ paidInPaise: 0, transfer: { to: { orderId: made.orderId, course: "Python" } } });
  expect(before.timeline.map(({ text }) => text)).toContain("Transferred to Python");
  const after = await owner.refund.read({ orderId: made.orderId });
  expect(after).toMatchObject({ transfer: { from: { orderId: bought.orderId, course: "SQL" } } });
  expect(after.timeline.map(({ text, detail }) => `${text} ${detail}`)).toEqual(
    expect.arrayContaining(["Carried over: ₹5,999 From SQL", "Mail sent You have moved from SQL to Python"]),
  );
  const [entry] = await db.select().from(auditEntry).where(eq(auditEntry.thingId, made.saleId));
  expect(entry).toMatchObject({ action: "Transferred a learner to another course", before: { course: "SQL" } });
});

test("a later refund credits the new invoice, and never more than is left of the payment", async () => {
  const bought = await buyer(institute);
  const purchaseId = await idOfCourse(bought.who);
  await ask(owner, bought, { amountInPaise: 99_900, endsAccess: false });
  await letProviderFinish(institute);
  expect(await owner.transfer.preview({ purchaseId })).toMatchObject({ carriedInPaise: 500_000 });
  const made = await owner.transfer.course(await transferForm(owner, { purchaseId, courseId: "python" }));
  expect(made).toMatchObject({ carriedInPaise: 500_000, openInPaise: pythonPrice - 500_000 });
  expect(await netOf(purchaseId)).toBe(0);

  const moved = { orderId: made.orderId, paymentId: bought.paymentId, amount: 500_000 };
  expect(await owner.refund.read({ orderId: made.orderId })).toMatchObject({ payments: [{ leftInPaise: 500_000 }] });
  await expect(ask(owner, bought, { amountInPaise: 100 })).rejects.toMatchObject({ code: "UNKNOWN_ORDER" });
  await expect(ask(owner, { ...moved, amount: 500_100 })).rejects.toMatchObject({
    fields: { amountInPaise: "This is more than was paid and not given back yet" },
  });
  await ask(owner, moved, { amountInPaise: 200_000, endsAccess: false });
  await letProviderFinish(institute);
  expect(await netOf(made.purchaseId)).toBe(300_000);
  // In the provider's own dashboard.
  await inDashboard(institute, `payments/${bought.paymentId}/refund`, { amount: 100_000 });
  await letProviderFinish(institute);
  expect(await netOf(made.purchaseId)).toBe(200_000);
  await ask(owner, { ...moved, amount: 200_000 });
  await letProviderFinish(institute);
  expect(await netOf(made.purchaseId)).toBe(0);
  expect((await bought.who.enrolment.list({})).map(({ status }) => status)).toEqual(["Refunded", "Transferred"]);
  const order = (await owner.refund.list({ words: bought.paymentId })).orders[0];
  expect(order).toMatchObject({ orderId: made.orderId, paidInPaise: sqlPrice, refundedInPaise: sqlPrice });
});

test("a course of the same price: nothing is due, and it can be transferred back", async () => {
  await db.update(course).set({ priceInPaise: sqlPrice }).where(eq(course.courseId, "javascript"));
  const bought = await buyer(institute);
  const purchaseId = await idOfCourse(bought.who);
  const form = await transferForm(owner, { purchaseId, courseId: "javascript" });
  await expect(
    owner.transfer.course({ ...form, dues: [{ amountInPaise: 100, dueOn: "2027-01-01" }] }),
  ).rejects.toMatchObject({ fields: { dues: "Nothing is left to pay" } });
  const made = await owner.transfer.course(form);
  expect(made).toMatchObject({ openInPaise: 0, carriedInPaise: sqlPrice });
  expect(await bought.who.due.mine({})).toEqual([]);
  const back = await owner.transfer.course(await transferForm(owner, { purchaseId: made.purchaseId, courseId: "sql" }));
  expect((await bought.who.enrolment.list({})).map(({ status }) => status).sort()).toEqual([
    ...["Completed", "Transferred", "Transferred"],
  ]);
  expect(await netOf(made.purchaseId)).toBe(0);
  expect(await netOf(back.purchaseId)).toBe(sqlPrice);
});

test("a cheaper course is refused with the amount, and works once that was given back", async () => {
  const bought = await buyer(institute, "python");
  const purchaseId = await idOfCourse(bought.who);
  const form = await transferForm(owner, { purchaseId, courseId: "sql" });
  await expect(owner.transfer.course(form)).rejects.toMatchObject({
    ...{
      code: "NOT_TRANSFERABLE",
      fields: { courseId: "₹7,000 more was paid than the course costs: give it back first" },
    },
  });
  const asked = await ask(owner, bought, { amountInPaise: 700_000, endsAccess: false });
  expect(asked.state).toBe("approved");
  await expect(owner.transfer.course(form)).rejects.toMatchObject({
    fields: { courseId: "A refund of its money is not finished. Finish it or give it up first." },
  });
  expect((await owner.transfer.preview({ purchaseId })).why).toContain("not finished");
  await letProviderFinish(institute);
  await expect(owner.transfer.course(form)).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  const made = await owner.transfer.course(await transferForm(owner, { purchaseId, courseId: "sql" }));
  expect(made).toMatchObject({ carriedInPaise: sqlPrice, openInPaise: 0 });
});

test("a plan that is half paid: both parts are carried over, what was open is cancelled, and its link says so", async () => {
  const who = await newLearner(institute);
  const plan = await newPlan(institute, who, { courseId: "sql" });
  await payPart(institute, plan.tokens[0]);
  await payPart(institute, plan.tokens[1]);
  const purchaseId = await idOfCourse(who);
  expect(await owner.transfer.preview({ purchaseId })).toMatchObject({
    ...{ carriedInPaise: 2 * partInPaise, openInPaise: partInPaise },
  });
  const left = pythonPrice - 2 * partInPaise;
  const dues = [
    { amountInPaise: left - 100_000, dueOn: "2026-12-01" },
    { amountInPaise: 100_000, dueOn: "2027-01-01" },
  ];
  const made = await owner.transfer.course(await transferForm(owner, { purchaseId, courseId: "python" }, { dues }));
  expect((await duesOf(made.saleId)).map(({ state, amountInPaise }) => [state, amountInPaise])).toEqual([
    ...[
      ["paid", partInPaise],
      ["paid", partInPaise],
      ["open", left - 100_000],
      ["open", 100_000],
    ],
  ]);
  expect((await plan.readDues()).map(({ state }) => state)).toEqual(["paid", "paid", "cancelled"]);
  expect(await institute.visitor().due.read({ token: plan.tokens[2] })).toMatchObject({ state: "withdrawn" });
  const papers = await invoicesOf(made.purchaseId);
  expect(papers.map(({ content }) => (content as InvoiceInput).lines[0]?.description)).toEqual([
    "Online course: Python, part 1 of 4, carried over from SQL",
    "Online course: Python, part 2 of 4, carried over from SQL",
  ]);
  expect(await netOf(purchaseId)).toBe(0);
});

test("an employer stays on the papers, with its place of supply, and gets the later invoices too", async () => {
  const mobileNumber = newNumber();
  const { sale: agreed } = await enrolAtDesk(owner, { mobileNumber, company: "Anchorstack", gstin: "27AAPFU0939F1ZV" });
  const [row] = await db.select().from(sale).where(eq(sale.id, agreed.saleId));
  const purchaseId = row?.purchaseId ?? "";
  const made = await owner.transfer.course(await transferForm(owner, { purchaseId, courseId: "python" }));
  const b2b = {
    buyer: { company: { name: "Anchorstack", gstin: "27AAPFU0939F1ZV" } },
    placeOfSupply: { code: "27", name: "Maharashtra" },
  };
  const [carried] = await invoicesOf(made.purchaseId);
  expect(carried?.content).toMatchObject({ ...b2b, payment: { method: "Carried over" }, tax: { igstInPaise: 91_510 } });
  const [note] = await notesOf(purchaseId);
  expect(note).toMatchObject({ refundId: null, content: { ...b2b, tax: { igstInPaise: 91_510 } } });
  const open = (await duesOf(made.saleId)).find(({ state }) => state === "open");
  await owner.sale.take({
    ...{ dueId: open?.id ?? "", payment: { method: "upi", reference: "632044170999" }, attemptId: crypto.randomUUID() },
  });
  const [, later] = await invoicesOf(made.purchaseId);
  expect(later?.content).toMatchObject(b2b);
});

test("a second payment of the old order is somebody's task, not lost", async () => {
  const bought = await buyer(institute);
  const purchaseId = await idOfCourse(bought.who);
  await owner.transfer.course(await transferForm(owner, { purchaseId, courseId: "python" }));
  await deliverWebhook(institute, bought.providerOrderId, { amount: bought.amount });
  await settle(institute);
  expect(await openFlags(institute, bought.orderId)).toMatchObject([{ reason: "for an order that was paid before" }]);
});

test("the books of the month: no method gains or loses by a transfer, and Tally's two sides meet", async () => {
  const month = testDay.toISOString().slice(0, 7);
  const before = await owner.books.month({ month });
  const bought = await buyer(institute);
  const purchaseId = await idOfCourse(bought.who);
  const made = await owner.transfer.course(await transferForm(owner, { purchaseId, courseId: "python" }));
  await ask(owner, { orderId: made.orderId, paymentId: bought.paymentId, amount: 100_000 }, { endsAccess: false });
  await letProviderFinish(institute);
  const after = await owner.books.month({ month });
  const of = ({ methods }: typeof after, name: string) =>
    methods.find(({ method }) => method === name)?.netInPaise ?? 0;
  expect(of(after, "Carried over")).toBe(0);
  expect(of(after, "UPI") - of(before, "UPI")).toBe(sqlPrice - 100_000);
  expect(after.net.totalInPaise - before.net.totalInPaise).toBe(sqlPrice - 100_000);
  const tally = Buffer.from((await owner.books.tally({ month })).bytes).toString();
  const vouchers = [...tally.matchAll(/<VOUCHER .*?<\/VOUCHER>/g)].map(([text]) => text);
  const carried = vouchers.filter((text) => text.includes("Fees carried over"));
  expect(carried.every((text) => text.includes('VCHTYPE="Journal"'))).toBe(true);
  const amounts = carried.flatMap((text) =>
    [...text.matchAll(/<LEDGERNAME>Fees carried over<\/LEDGERNAME>.*?<AMOUNT>(.*?)<\/AMOUNT>/g)].map(([, amount]) =>
      Math.round(Number(amount) * 100),
    ),
  );
  expect(amounts.length).toBeGreaterThanOrEqual(2);
  expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(0);
});

test("no payment, no order and no number is lost over all transfers", async () => {
  const paid = await db.select().from(payment);
  const invoices = await db.select().from(invoice);
  for (const { providerPaymentId, orderId } of paid)
    if (invoices.some(({ content }) => (content as InvoiceInput).payment.reference === providerPaymentId))
      expect(invoices.map((one) => one.orderId)).toContain(orderId);
  const carried = await db.select().from(creditNote).where(isNull(creditNote.refundId));
  expect(carried.length).toBeGreaterThan(5);
  expect(await db.$count(purchase, and(eq(purchase.state, "transferred"), isNull(purchase.transferredTo)))).toBe(0);
});
