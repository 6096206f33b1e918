import { splitIntoDues } from "@shoreline/domain/instalments";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { due } from "../../db/tables/due.ts";
import { paymentFlag } from "../../db/tables/payment.ts";
import { byUpi, enrolAtDesk, saleForm } from "../../test/desk.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { deliverWebhook, orderCourse } from "../../test/paying.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const desk = await newStaff(institute, ["front desk"]);
const owner = await newStaff(institute, ["owner"]);

test("who sends a form again after the price has changed gets the sale that it made", async () => {
  const given = await saleForm(desk, { courseId: "react" });
  const { receipt: first } = await desk.sale.make(given);
  const isReact = eq(course.courseId, "react");
  const [before] = await db.select().from(course).where(isReact);
  await db.update(course).set({ priceInPaise: 1_000_000 }).where(isReact);
  expect((await desk.sale.make(given)).receipt).toEqual(first);
  await db
    .update(course)
    .set({ priceInPaise: before?.priceInPaise ?? 0 })
    .where(isReact);
});

test("the desk takes nothing for a part, or a course, that was paid online a moment ago", async () => {
  const { sale: agreed } = await enrolAtDesk(desk, { payment: null });
  const [open] = await db.select().from(due).where(eq(due.saleId, agreed.saleId));
  const dueId = open?.id ?? "";
  const pay = { amount: open?.amountInPaise ?? 0, dueToken: open?.linkToken ?? "" };
  const { order_id } = await institute.visitor().payment.order(pay);
  await deliverWebhook(institute, order_id);
  const take = (id: string) => desk.sale.take({ dueId: id, payment: byUpi, attemptId: crypto.randomUUID() });
  await expect(take(dueId)).rejects.toMatchObject({ code: "DUE_SETTLED" });
  const who = await newLearner(institute);
  const other = await enrolAtDesk(desk, { payment: null, mobileNumber: who.mobileNumber });
  await deliverWebhook(institute, (await orderCourse(who, "sql")).order_id);
  await expect(take(other.sale.dues[0]?.dueId ?? "")).rejects.toMatchObject({ code: "LEARNER_HAS_COURSE" });
  await institute.runJobs();
  expect(await db.$count(paymentFlag)).toBe(0);
});

test("for each part that is paid at the desk the learner gets one mail with receipt and invoice, and the history of the order shows it", async () => {
  const form = await saleForm(desk, { courseId: "python" });
  const [whole] = form.dues;
  const amounts = splitIntoDues(whole?.amountInPaise ?? 0, 2);
  const dues = amounts.map((amountInPaise, n) => ({
    amountInPaise,
    dueOn: n === 0 ? (whole?.dueOn ?? "") : "2027-01-10",
  }));
  const { sale: agreed } = await desk.sale.make({ ...form, dues });
  await institute.runJobs();
  institute.mails.length = 0;
  institute.setNow(new Date(testDay.getTime() + 3_600_000));
  const dueId = agreed.dues[1]?.dueId ?? "";
  const payment = { method: "cheque" as const, reference: "004512" };
  const { receipt } = await desk.sale.take({ dueId, payment, attemptId: crypto.randomUUID() });
  await institute.runJobs();
  const mails = institute.mails.filter(({ to }) => to === "gokul@example.com");
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Receipt .*: Python$/)]);
  expect(mails[0]?.attachments).toHaveLength(2);
  const [paid] = await db.select().from(due).where(eq(due.id, dueId));
  const { item, timeline, payments } = await owner.refund.read({ orderId: paid?.orderId ?? "" });
  expect(item).toBe("Python, part 2");
  expect(timeline.filter(({ kind }) => kind === "mail")).toHaveLength(1);
  const { receiptId, number } = receipt;
  expect(payments).toMatchObject([{ reference: "004512", receipt: { receiptId, number } }]);
  expect(timeline.find(({ kind }) => kind === "payment")?.detail).toBe(`Cheque, 004512, receipt ${number}`);
  institute.setNow(testDay);
});

test("what was paid at once is called by the name of the course, without a part", async () => {
  const { sale: agreed } = await enrolAtDesk(desk);
  const [paid] = await db.select().from(due).where(eq(due.saleId, agreed.saleId));
  expect((await owner.refund.read({ orderId: paid?.orderId ?? "" })).item).toBe("SQL");
});
