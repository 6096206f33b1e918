import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { creditNote, refund } from "../../db/tables/refund.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { addNamesakes } from "../../test/namesakes.ts";
import { payAtGateway, settle } from "../../test/paying.ts";
import { newPlan, payPart } from "../../test/plans.ts";
import { ask, buy, buyer, idOf, inDashboard, letProviderFinish } from "../../test/refunding.ts";
import { newStaff } from "../../test/staff.ts";
import { newRegistrant, newWebinar } from "../../test/webinars.ts";
import type { InvoiceInput } from "../enrolment/invoice-pdf.ts";
import { endPurchase } from "./finish.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Meera Krishnan");
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");

beforeEach(() => {
  institute.setNow(testDay);
  institute.mails.length = 0;
});

const subjects = () => institute.mails.map(({ subject }) => subject);
const notes = () => db.select().from(creditNote).orderBy(creditNote.serial);

test("an owner gives all of it back: credit note, no course any more, a mail, and the course can be bought again", async () => {
  const bought = await buyer(institute);
  const [before] = await bought.who.enrolment.list({});
  expect(before).toMatchObject({ status: "Completed" });
  const asked = await ask(owner, bought, { message: "We hope to see you again." });
  expect(asked).toMatchObject({ state: "approved", askedBy: "Meera Krishnan", amountInPaise: bought.amount });
  await letProviderFinish(institute);

  const [after] = await bought.who.enrolment.list({});
  const number = after?.papers.find(({ kind }) => kind === "credit note")?.number ?? "";
  expect(after).toMatchObject({ status: "Refunded", invoiceNumber: before?.invoiceNumber });
  expect(number).toMatch(/^CN\/\d{4}-\d\d\/\d{5}$/);
  const mail = institute.mails.find(({ subject }) => subject.startsWith("We have given you"));
  expect(mail?.attachments?.map(({ name }) => name)).toEqual([`${number.replaceAll("/", "-")}.pdf`]);
  expect(mail?.text).toContain("We hope to see you again.");
  expect(mail?.text).toContain("Certificates that you have stay valid.");
  await expect(bought.who.enrolment.read({ purchaseId: after?._id ?? "" })).rejects.toMatchObject({
    code: "UNKNOWN_COURSE",
  });
  const file = await bought.who.enrolment.invoice({ purchaseId: after?._id ?? "", number });
  expect(file.name).toBe(`${number.replaceAll("/", "-")}.pdf`);
  const other = await buyer(institute);
  await expect(other.who.enrolment.invoice({ purchaseId: after?._id ?? "", number })).rejects.toMatchObject({
    code: "UNKNOWN_INVOICE",
  });

  await buy(institute, bought.who);
  expect((await bought.who.enrolment.list({})).map(({ status }) => status).sort()).toEqual(["Completed", "Refunded"]);
});

test("a place in a batch ends with the access", async () => {
  const bought = await buyer(institute, "python");
  const [found] = await db.select().from(purchase).where(eq(purchase.orderId, bought.orderId));
  const purchaseId = found?.id ?? "";
  await db.execute(sql`insert into batch_place (purchase_id, batch_id, placed_at)
    select ${purchaseId}, id, now() from batch limit 1 on conflict do nothing`);
  await ask(owner, bought);
  await letProviderFinish(institute);
  expect(await db.$count(batchPlace, eq(batchPlace.purchaseId, purchaseId))).toBe(0);
});

test("parts go back with their share of the tax, the learner keeps the course, and all parts take back the whole invoice", async () => {
  const bought = await buyer(institute);
  const first = (await notes()).length;
  for (const amountInPaise of [100_000, 33_333, bought.amount - 133_333]) {
    await ask(owner, bought, { amountInPaise, endsAccess: false });
    await letProviderFinish(institute);
  }
  expect(await bought.who.enrolment.list({})).toMatchObject([{ status: "Completed" }]);
  const issued = (await notes()).slice(first);
  expect(issued.map(({ serial }) => serial)).toEqual([first + 1, first + 2, first + 3]);
  const { papers } = await owner.refund.read({ orderId: bought.orderId });
  expect(papers.map(({ kind }) => kind)).toEqual(["invoice", "credit note", "credit note", "credit note"]);
  const { rows } = await db.execute<{ content: InvoiceInput }>(
    sql`select content from invoice where order_id = ${bought.orderId}`,
  );
  const invoiced = rows[0]?.content as InvoiceInput;
  const credited = issued.map(({ content }) => content as InvoiceInput);
  const sum = (pick: (one: InvoiceInput) => number) => credited.reduce((total, one) => total + pick(one), 0);
  expect(sum(({ totalInPaise }) => totalInPaise)).toBe(invoiced.totalInPaise);
  expect(sum(({ tax }) => tax.cgstInPaise)).toBe(invoiced.tax.cgstInPaise);
  expect(sum(({ tax }) => tax.sgstInPaise)).toBe(invoiced.tax.sgstInPaise);
  expect(sum(({ lines }) => lines[0]?.amountInPaise ?? 0)).toBe(invoiced.lines[0]?.amountInPaise);
  expect(credited[0]?.creditOf).toEqual({ number: invoiced.number, issuedOn: invoiced.issuedOn });
  await expect(ask(owner, bought, { amountInPaise: 100, endsAccess: false })).rejects.toMatchObject({
    fields: { amountInPaise: "This is more than was paid and not given back yet" },
  });
});

test("the desk asks, an owner approves or refuses, and nobody else", async () => {
  const bought = await buyer(institute);
  const asked = await ask(desk, bought);
  expect(asked.state).toBe("asked");
  await letProviderFinish(institute);
  expect(subjects()).toContain("A refund waits for your approval");
  const { refundId, version } = asked;
  await expect(desk.refund.decide({ refundId, isApproved: true, version })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
  });
  expect((await owner.refund.waiting({})).refunds.map((one) => one.refundId)).toContain(refundId);
  await expect(owner.refund.decide({ refundId, isApproved: true, version: version + 1 })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  expect(await owner.refund.decide({ refundId, isApproved: false, version })).toMatchObject({ state: "refused" });
  await expect(owner.refund.decide({ refundId, isApproved: true, version: version + 1 })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  const again = await ask(desk, bought);
  await owner.refund.decide({ refundId: again.refundId, isApproved: true, version: again.version });
  await letProviderFinish(institute);
  expect(await bought.who.enrolment.list({})).toMatchObject([{ status: "Refunded" }]);
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.thingId, again.refundId));
  expect(entries.map(({ action, who }) => [action, who])).toEqual([
    ["Asked for a refund", "Prakash Immanuel"],
    ["Approved a refund", "Meera Krishnan"],
  ]);
});

test.each([
  ["more than was paid", { amountInPaise: 599_901 }, "amountInPaise"],
  ["less than ₹1", { amountInPaise: 99 }, "amountInPaise"],
  ["all but a few paise", { amountInPaise: 599_850 }, "amountInPaise"],
  ["cash for what was paid online", { way: "cash" }, "way"],
  ["no reason", { reason: " " }, "reason"],
])("a refund of %s is refused with a reason", async (_, change, field) => {
  const bought = await buyer(institute);
  await expect(ask(owner, bought, change)).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: { [field]: expect.any(String) },
  });
  expect(await db.$count(refund, eq(refund.orderId, bought.orderId))).toBe(0);
});

test("a payment of another order cannot be given back here", async () => {
  const [one, other] = [await buyer(institute), await buyer(institute)];
  await expect(ask(owner, { ...one, paymentId: other.paymentId })).rejects.toMatchObject({ code: "UNKNOWN_ORDER" });
});

test("the same request twice, and many at once, never give more than was paid", async () => {
  const bought = await buyer(institute);
  const attemptId = crypto.randomUUID();
  const same = await Promise.all([ask(owner, bought, { attemptId }), ask(owner, bought, { attemptId })]);
  expect(same[0].refundId).toBe(same[1].refundId);
  const others = await Promise.allSettled(
    Array.from({ length: 4 }, () => ask(owner, bought, { amountInPaise: 400_000, endsAccess: false })),
  );
  expect(others.every(({ status }) => status === "rejected")).toBe(true);
  const second = await buyer(institute);
  const halves = await Promise.allSettled(
    Array.from({ length: 4 }, () => ask(owner, second, { amountInPaise: 250_000, endsAccess: false })),
  );
  expect(halves.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await letProviderFinish(institute);
  const made = await institute.deps.payments.refundsOf(second.paymentId);
  expect(made.map(({ amount }) => amount)).toEqual([250_000, 250_000]);
});

test("a refund that fails is told to staff, who send it again or give it up", async () => {
  const bought = await buyer(institute);
  const asked = await ask(owner, bought);
  await institute.runJobs();
  const [made] = await institute.deps.payments.refundsOf(bought.paymentId);
  await inDashboard(institute, `refunds/${made?.id}`, { status: "failed" });
  await letProviderFinish(institute);
  expect(subjects()).toContain("A refund has failed");
  expect(await bought.who.enrolment.list({})).toMatchObject([{ status: "Completed" }]);
  const waiting = (await owner.refund.waiting({})).refunds.find(({ refundId }) => refundId === asked.refundId);
  expect(waiting).toMatchObject({ state: "failed", failure: expect.stringMatching(/./) });
  const version = waiting?.version ?? 0;
  const again = await owner.refund.again({ refundId: asked.refundId, isSent: true, version });
  expect(again.state).toBe("approved");
  await expect(owner.refund.again({ refundId: asked.refundId, isSent: true, version })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  await letProviderFinish(institute);
  expect(await bought.who.enrolment.list({})).toMatchObject([{ status: "Refunded" }]);
  expect((await owner.refund.read({ orderId: bought.orderId })).refunds.map(({ state }) => state)).toEqual([
    "refused",
    "done",
  ]);
});

test("the list finds an order by its ids, its papers, its buyer and what became of it", async () => {
  const bought = await buyer(institute);
  await ask(owner, bought);
  await letProviderFinish(institute);
  const detail = await owner.refund.read({ orderId: bought.orderId });
  const [invoice, credit] = detail.papers.map(({ number }) => number);
  const words = [bought.providerOrderId, bought.paymentId, invoice, credit, bought.who.mobileNumber];
  for (const one of words) {
    const { orders } = await owner.refund.list({ words: one });
    expect(orders.map(({ orderId }) => orderId)).toContain(bought.orderId);
  }
  expect((await owner.refund.list({ words: "Nobody of this name" })).orders).toEqual([]);
  await addNamesakes(institute, "Kavya");
  expect((await owner.refund.list({ words: "kavya" })).orders.map(({ orderId }) => orderId)).toContain(bought.orderId);
  const ids = async (filter: object) => (await owner.refund.list(filter)).orders.map(({ orderId }) => orderId);
  expect(await ids({ state: "refunded", method: "upi", channel: "online" })).toContain(bought.orderId);
  expect(await ids({ state: "unpaid" })).not.toContain(bought.orderId);
  expect(await ids({ month: "2020-01" })).toEqual([]);
  expect(detail.timeline.map(({ text }) => text)).toEqual(
    expect.arrayContaining([`Invoice ${invoice}`, `Credit note ${credit}`, "Refunded: ₹5,999", "Mail sent"]),
  );
  const texts = detail.timeline.map(({ text }) => text);
  expect(texts.indexOf(`Credit note ${credit}`)).toBeGreaterThan(texts.indexOf("Refunded: ₹5,999"));
  expect(detail.payments).toMatchObject([{ feeInPaise: 14_158, leftInPaise: 0, ways: ["source"] }]);
  expect((await owner.refund.paper({ orderId: bought.orderId, number: credit ?? "" })).name).toMatch(/^CN-/);
  await expect(owner.refund.paper({ orderId: bought.orderId, number: "CN/1" })).rejects.toMatchObject({
    code: "UNKNOWN_INVOICE",
  });
});

test("what ends a purchase waits for a payment that holds its sale", async () => {
  const me = await newLearner(institute);
  const { saleId, tokens, readDues } = await newPlan(institute, me);
  await payPart(institute, tokens[0]);
  const [held] = await db.select().from(sale).where(eq(sale.id, saleId));
  const paying = await institute.pool.connect();
  try {
    await paying.query("begin");
    await paying.query("select from sale where id = $1 for update", [saleId]);
    const ending = db.transaction((tx) =>
      endPurchase(tx, { purchaseId: held?.purchaseId ?? "", state: "refunded", now: testDay }),
    );
    await vi.waitFor(
      async () => {
        const waits = await paying.query("select from pg_stat_activity where wait_event_type = 'Lock'");
        expect(waits.rowCount).toBeGreaterThan(0);
      },
      { timeout: 10_000 },
    );
    await paying.query("update due set state = 'paid' where sale_id = $1 and number = 2", [saleId]);
    await paying.query("commit");
    await ending;
  } finally {
    paying.release();
  }
  expect((await readDues()).map(({ state }) => state)).toEqual(["paid", "paid", "cancelled"]);
});

test("a refund of a paid webinar frees the seat where that was chosen", async () => {
  const amount = 49_900;
  const { slug, id } = await newWebinar(institute, { priceInPaise: amount, hoursAhead: 48, seats: 2 });
  const seats = () => db.$count(webinarSeat, eq(webinarSeat.webinarId, id));
  const sellSeat = async () => {
    const { order_id } = await institute.visitor().payment.order({ amount, webinarId: slug, ...newRegistrant() });
    const { razorpay_payment_id: paymentId } = await payAtGateway(institute, order_id);
    await settle(institute);
    return { orderId: await idOf(institute, order_id), paymentId, amount };
  };
  const [one, other] = [await sellSeat(), await sellSeat()];
  expect(await owner.refund.read({ orderId: one.orderId })).toMatchObject({ hasSeat: true, purchase: null });
  await ask(owner, one, { endsAccess: true });
  await ask(owner, other, { endsAccess: false });
  await letProviderFinish(institute);
  expect(await seats()).toBe(1);
  expect(await owner.refund.read({ orderId: one.orderId })).toMatchObject({ hasSeat: false, refundedInPaise: amount });
  expect(await owner.refund.read({ orderId: other.orderId })).toMatchObject({ hasSeat: true });
  const texts = institute.mails
    .filter(({ subject }) => subject.startsWith("We have given you"))
    .map(({ text }) => text);
  expect(texts.filter((text) => text.includes("Your seat is free for somebody else now"))).toHaveLength(1);
  institute.setNow(testDay);
  await sellSeat();
  expect(await seats()).toBe(2);
});
