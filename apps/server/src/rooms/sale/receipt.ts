import type { DeskPayment, DeskReceipt } from "@shoreline/contract";
import { batchName } from "@shoreline/domain/course";
import { amountInWords, financialYear } from "@shoreline/domain/enrolment";
import { type DeskMethod, paymentMethodName } from "@shoreline/domain/payment";
import { type ReceiptPaper, receiptNumber } from "@shoreline/domain/sale";
import { eq } from "drizzle-orm";
import type { Deps, StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { paymentOrder, payment as paymentTable } from "../../db/tables/payment.ts";
import { receipt } from "../../db/tables/sale.ts";
import { readDocument } from "../../documents.ts";
import { formatMoney } from "../../format.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { channelReader } from "../../messages/compose.ts";
import { receiptTemplates } from "../../messages/templates.ts";
import { findLearner, fullName, type LearnerRow, numberOf } from "../account/queries.ts";
import type { DueRow, SaleRow } from "../due/queries.ts";
import type { SettledDue } from "../due/settle.ts";
import { findCourseById, findInvoiceById, nextDocument } from "../enrolment/queries.ts";
import { sendMessage } from "../notification/jobs.ts";
import { deskPaymentId } from "../payment/desk.ts";
import { printedBrand, readLetterhead } from "../site/letterhead.ts";
import { readBindingInstitute } from "../site/queries.ts";
import { receiptMail } from "./mails.ts";
import { dayAt } from "./queries.ts";
import type { ReceiptInput } from "./receipt-pdf.ts";

async function nextNumber(tx: Db, now: Date): Promise<string> {
  const year = financialYear(now);
  return receiptNumber({ financialYear: year, count: await nextDocument(tx, "receipt", year) });
}

type Issued = SettledDue & {
  sale: SaleRow;
  due: DueRow;
  dues: DueRow[];
  providerPaymentId: string;
  payment: DeskPayment;
};

/** A receipt with a snapshot of what it prints. It goes to the learner with the invoice, if we know an address. */
export async function issueReceipt(tx: Db, ctx: StaffCtx, issued: Issued): Promise<DeskReceipt> {
  const { staff, clock } = ctx;
  const { sale, due, dues, providerPaymentId, payment, invoiceId } = issued;
  const now = clock.now();
  const institute = await readBindingInstitute(tx);
  const course = await findCourseById(tx, sale.courseId);
  const who = sale.learnerId ? await findLearner(tx, sale.learnerId) : null;
  const invoice = await findInvoiceById(tx, invoiceId);
  if (!course || !who || !invoice) throw new Error("A receipt without course, learner or invoice.");
  const priceInPaise = sale.listPriceInPaise - sale.discountInPaise;
  const others = dues.filter(({ id }) => id !== due.id);
  const open = others.filter(({ state }) => state === "open");
  const sum = (parts: DueRow[]) => parts.reduce((total, { amountInPaise }) => total + amountInPaise, 0);
  const [next] = open;
  const content: ReceiptInput = {
    number: await nextNumber(tx, now),
    issuedOn: dayAt(now, institute.timeZone),
    institute: {
      ...{ name: institute.name, address: institute.address, email: institute.email, phone: institute.phone },
      gstin: institute.gstin,
    },
    payer: {
      ...{ name: fullName(who), email: who.email, mobile: `${who.countryCode} ${who.mobileNumber}` },
      company: sale.details.company ?? "",
    },
    course: course.name,
    batch: batchName(sale),
    ...{ listPriceInPaise: sale.listPriceInPaise, discountInPaise: sale.discountInPaise, priceInPaise },
    part: { number: due.number, count: dues.length },
    amountInPaise: due.amountInPaise,
    amountInWords: amountInWords(due.amountInPaise),
    openInPaise: sum(open),
    nextDue: next ? { dueOn: next.dueOn, amountInPaise: next.amountInPaise } : null,
    method: paymentMethodName(payment.method),
    reference: payment.method === "cash" ? "" : payment.reference,
    invoiceNumber: invoice.number,
    takenBy: staff.name,
    brand: printedBrand(institute),
  };
  const { number } = content;
  const [added] = await tx
    .insert(receipt)
    .values({ number, providerPaymentId, content, issuedAt: now })
    .returning({ id: receipt.id });
  const receiptId = added?.id ?? "";
  const data = {
    ...{ firstName: who.firstName, course: course.name, receipt: number, invoice: invoice.number },
    ...{ amountInPaise: due.amountInPaise, method: content.method, openInPaise: content.openInPaise },
    nextDue: content.nextDue,
  };
  const attachments = [
    { kind: "receipt", id: receiptId },
    { kind: "invoice", id: invoiceId },
  ];
  if (who.email) await enqueue(tx, sendMail, mailOf(receiptMail, { to: who.email, data, attachments }));
  else await sendText(tx, ctx, { who, course: course.name, receipt: number, amountInPaise: due.amountInPaise });
  return {
    ...{ receiptId, number, dueId: due.id, amountInPaise: due.amountInPaise, method: payment.method },
    ...{ invoiceNumber: invoice.number, mailedTo: who.email },
  };
}

type Texted = { who: LearnerRow; course: string; receipt: string; amountInPaise: number };

const patienceMs = 10 * 60_000;
const outdatedMs = 2 * 86_400_000;

/** Who has no e-mail address gets number and amount as a message, where the institute sends any. The paper is printed. */
async function sendText(tx: Db, ctx: StaffCtx, { who, course, receipt: number, amountInPaise }: Texted): Promise<void> {
  const channelsOf = await channelReader({ ...ctx, db: tx }, receiptTemplates);
  const ways = channelsOf(who.countryCode).filter((channel) => channel !== "mail");
  const channel = ways.find((way) => way === who.noticeChannel) ?? ways[0];
  if (!channel) return;
  const at = ctx.clock.now().getTime();
  await enqueue(tx, sendMessage, {
    ...{ template: "fee-received" as const, channel, to: numberOf(who) },
    values: { amount: formatMoney({ amountInPaise, currency: "INR" }), course, receipt: number },
    tryUntil: new Date(at + patienceMs).toISOString(),
    until: new Date(at + outdatedMs).toISOString(),
    instead: { sms: channel === "whatsapp" && ways.includes("sms") },
  });
}

/** What an attempt has given before. */
export async function findReceiptOf(tx: Db, attemptId: string): Promise<DeskReceipt | null> {
  const [found] = await tx
    .select({ receipt, method: paymentTable.method, dueId: paymentOrder.itemId })
    .from(receipt)
    .innerJoin(paymentTable, eq(paymentTable.providerPaymentId, receipt.providerPaymentId))
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentTable.orderId))
    .where(eq(receipt.providerPaymentId, deskPaymentId(attemptId)));
  if (!found) return null;
  const { amountInPaise, invoiceNumber, payer } = found.receipt.content as ReceiptInput;
  return {
    ...{ receiptId: found.receipt.id, number: found.receipt.number, dueId: found.dueId ?? "", amountInPaise },
    ...{ method: found.method as DeskMethod, invoiceNumber, mailedTo: payer.email },
  };
}

export async function findReceipt(db: Db, id: string) {
  const [found] = await db.select().from(receipt).where(eq(receipt.id, id));
  return found ?? null;
}

/** Increase this when the drawing changes, so that stored files are drawn again. */
const layout = 1;
const keyOf = (id: string, paper: ReceiptPaper) => `receipt/${id}-${paper}-${layout}.pdf`;

/** Removes the stored files, because the content has changed. */
export async function removeReceiptFiles({ files }: Deps, id: string): Promise<void> {
  await files.remove(keyOf(id, "a4"));
  await files.remove(keyOf(id, "roll"));
}

type Printed = { row: typeof receipt.$inferSelect; paper: ReceiptPaper };

/** The receipt as a PDF, drawn at the first request. */
export async function readReceipt(deps: Deps, { row, paper }: Printed): Promise<Uint8Array> {
  const content = row.content as ReceiptInput;
  return readDocument(deps, {
    key: keyOf(row.id, paper),
    type: "application/pdf",
    make: async (doNotStore) => {
      const { institute, brand } = content;
      const letterhead =
        paper === "a4" ? await readLetterhead(deps, { name: institute.name, brand }, doNotStore) : null;
      return deps.draw(new URL("./receipt-thread.ts", import.meta.url), { receipt: content, paper, letterhead });
    },
  });
}

/** Returns no file when the receipt no longer exists. */
export async function attachReceipt(deps: Deps, id: string) {
  const row = await findReceipt(deps.db, id);
  if (!row) return [];
  return [{ name: receiptFile(row), type: "application/pdf", bytes: await readReceipt(deps, { row, paper: "a4" }) }];
}

export function receiptFile({ number }: { number: string }): string {
  return `${number}.pdf`;
}
