import type { NoticeChannel } from "@shoreline/domain/account";
import { addDays } from "@shoreline/domain/batch";
import { mostCharges } from "@shoreline/domain/mandate";
import { and, eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { dueNotice } from "../../db/tables/due.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { type MailJob, mailOf, sendMail } from "../../mail.ts";
import { channelReader } from "../../messages/compose.ts";
import { feeTemplates } from "../../messages/templates.ts";
import { type LearnerRow, numberOf } from "../account/queries.ts";
import { findInvoiceById } from "../enrolment/queries.ts";
import { type MessageJob, notifyLearner, sendMessage } from "../notification/jobs.ts";
import { countFailed, findOpenCharge } from "./charges.ts";
import type { duePaid, joiningChanged, sendDueNotice } from "./jobs.ts";
import { classesOnHold, classesOpen, feeAutomatic, feeDue, feeNotTaken, feePaid, openAgainText } from "./mails.ts";
import { type DueRow, findDueToTell, findSaleToTell, listDues, readDay } from "./queries.ts";
import { readMoneySettings } from "./settings.ts";
import { stateOfDue } from "./state.ts";
import { dayText, moneyText } from "./words.ts";

const history = "/dashboard/purchasehistory";

/** Sends the payment link, a reminder, or what comes of automatic payments, unless the due was settled meanwhile. */
export async function tellDue(ctx: JobContext, { noticeId }: PayloadOf<typeof sendDueNotice>): Promise<void> {
  const channelsOf = await channelReader(ctx, feeTemplates);
  await ctx.once(async (tx) => {
    const [notice] = await tx.select().from(dueNotice).where(eq(dueNotice.id, noticeId));
    const found = notice && (await findDueToTell(tx, notice.dueId));
    if (!found || stateOfDue({ ...found, purchaseState: null }) !== "open") return;
    const { due, sale, course, who, count } = found;
    const channel = notice.channel ?? channelFor(who, channelsOf(who.countryCode));
    await tx.update(dueNotice).set({ channel }).where(eq(dueNotice.id, noticeId));
    const to = { who, channel, offered: channelsOf(who.countryCode) };
    if (notice.kind === "automatic") return tellTaking(tx, ctx, { ...found, to });
    if (notice.kind === "not taken") return tellNotTaken(tx, ctx, { ...found, to });
    const { overdue } = await readMoneySettings(tx);
    const today = await readDay(tx, ctx.clock.now());
    const isOverdue = due.dueOn < today;
    const holdOn = isOverdue ? holdDay(due.dueOn, { ...overdue, ...sale, today }) : null;
    const [amount, day] = [moneyText(due.amountInPaise), dayText(due.dueOn)];
    const data = {
      ...{ firstName: who.firstName, courseName: course.name, number: due.number, count },
      ...{ amountInPaise: due.amountInPaise, dueOn: due.dueOn, isOverdue, holdOn, token: due.linkToken },
    };
    await tell(tx, ctx, {
      ...to,
      title: isOverdue ? `${course.name}: ${amount} is overdue` : `${course.name}: ${amount} is due on ${day}`,
      text: isOverdue ? `It was due on ${day}. You can pay it in your Purchase History.` : "You can pay it online.",
      link: `/pay/${due.linkToken}`,
      mail: mailOf(feeDue, { to: who.email, data }),
      message: {
        template: isOverdue ? "fee-overdue" : "fee-due",
        values: { amount, course: course.name, when: day, token: due.linkToken },
      },
    });
  });
}

type About = NonNullable<Awaited<ReturnType<typeof findDueToTell>>> & {
  to: Pick<Told, "who" | "channel" | "offered">;
};

/** Only what is still going to be taken. */
async function tellTaking(tx: Db, ctx: JobContext, { due, course, who, count, to }: About): Promise<void> {
  const planned = await findOpenCharge(tx, due.id);
  if (!planned) return;
  const [amount, day] = [moneyText(planned.amountInPaise), dayText(planned.chargeOn)];
  const data = {
    ...{ firstName: who.firstName, courseName: course.name, number: due.number, count },
    ...{ amountInPaise: planned.amountInPaise, takenOn: planned.chargeOn },
  };
  await tell(tx, ctx, {
    ...{ ...to, title: `${course.name}: ${amount} will be taken automatically on ${day}`, link: history },
    text: "You need not do anything. You can stop automatic payments in your Purchase History.",
    mail: mailOf(feeAutomatic, { to: who.email, data }),
    message: { template: "fee-automatic", values: { amount, course: course.name, when: day } },
  });
}

async function tellNotTaken(tx: Db, ctx: JobContext, { due, course, who, count, to }: About): Promise<void> {
  const [amount, day] = [moneyText(due.amountInPaise), dayText(due.dueOn)];
  const isOverdue = due.dueOn < (await readDay(tx, ctx.clock.now()));
  const isTriedAgain = (await countFailed(tx, due.id)) < mostCharges;
  const data = {
    ...{ firstName: who.firstName, courseName: course.name, number: due.number, count },
    ...{ amountInPaise: due.amountInPaise, dueOn: due.dueOn, isTriedAgain, token: due.linkToken },
  };
  await tell(tx, ctx, {
    ...{ ...to, title: `${course.name}: ${amount} could not be taken automatically`, link: `/pay/${due.linkToken}` },
    text: "The bank did not pay it. Please pay it yourself.",
    mail: mailOf(feeNotTaken, { to: who.email, data }),
    message: {
      template: isOverdue ? "fee-overdue" : "fee-due",
      values: { amount, course: course.name, when: day, token: due.linkToken },
    },
  });
}

/** A part after the first is paid: its invoice by mail, and a notification. */
export async function tellPaid(ctx: JobContext, { dueId, invoiceId }: PayloadOf<typeof duePaid>): Promise<void> {
  await ctx.once(async (tx) => {
    const found = await findDueToTell(tx, dueId);
    const invoice = await findInvoiceById(tx, invoiceId);
    if (!found || !invoice) return;
    const { due, sale, course, who, count } = found;
    const next = (await listDues(tx, sale.id)).find(({ state }) => state === "open");
    const { institute } = invoice.content as { institute?: { gstin?: string | null } };
    const name = institute?.gstin ? ("Invoice" as const) : ("Receipt" as const);
    const amount = moneyText(due.amountInPaise);
    await enqueue(tx, notifyLearner, {
      ...{ learnerId: who.id, title: `We have received ${amount} for ${course.name}`, link: history },
      text: `${name} ${invoice.number} is in your Purchase History. ${next ? `Next: ${moneyText(next.amountInPaise)} on ${dayText(next.dueOn)}.` : "Everything is paid now."}`,
    });
    // The desk sends a receipt, with the invoice.
    if (who.email === "" || (await isPaidAtDesk(tx, due))) return;
    const data = {
      ...{ firstName: who.firstName, courseName: course.name, number: due.number, count },
      ...{ amountInPaise: due.amountInPaise, paper: { name, number: invoice.number } },
      next: next ? { amountInPaise: next.amountInPaise, dueOn: next.dueOn } : null,
    };
    const attachments = [{ kind: "invoice", id: invoice.id }];
    await enqueue(tx, sendMail, mailOf(feePaid, { to: who.email, data, attachments }));
  });
}

async function isPaidAtDesk(tx: Db, { orderId }: DueRow): Promise<boolean> {
  if (!orderId) return false;
  return (await tx.$count(paymentOrder, and(eq(paymentOrder.id, orderId), eq(paymentOrder.channel, "desk")))) > 0;
}

/** Joining was restricted, or is possible again. News that a later change has overtaken is not told. */
export async function tellJoining(ctx: JobContext, changed: PayloadOf<typeof joiningChanged>): Promise<void> {
  const { saleId, change, until } = changed;
  const channelsOf = await channelReader(ctx, feeTemplates);
  await ctx.once(async (tx) => {
    const found = await findSaleToTell(tx, saleId);
    if (!found || (found.state === "suspended") !== (change === "restricted")) return;
    const { who, course } = found;
    const { firstName } = who;
    const courseName = course.name;
    const offered = channelsOf(who.countryCode);
    const to = { who, channel: channelFor(who, offered), offered };
    if (change !== "restricted") {
      const data = { firstName, courseName, courseId: course.courseId, isPaid: change === "paid", until };
      return tell(tx, ctx, {
        ...{ ...to, title: `${courseName}: you can join your classes again` },
        text: openAgainText(data),
        link: `/dashboard/schedule/${encodeURIComponent(course.courseId)}`,
        mail: mailOf(classesOpen, { to: who.email, data }),
        message: { template: "classes-open", values: { course: courseName } },
      });
    }
    const today = await readDay(tx, ctx.clock.now());
    const overdue = (await listDues(tx, saleId)).filter(({ state, dueOn }) => state === "open" && dueOn < today);
    const [first] = overdue;
    if (!first) return;
    const amountInPaise = overdue.reduce((sum, one) => sum + one.amountInPaise, 0);
    const data = { firstName, courseName, amountInPaise, dueOn: first.dueOn, token: first.linkToken };
    await tell(tx, ctx, {
      ...{ ...to, title: `${courseName}: your classes are on hold`, link: `/pay/${first.linkToken}` },
      text: `${moneyText(amountInPaise)} has been overdue since ${dayText(first.dueOn)}. You can join again as soon as it is paid.`,
      mail: mailOf(classesOnHold, { to: who.email, data }),
      message: {
        template: "classes-on-hold",
        values: { course: courseName, amount: moneyText(amountInPaise), token: first.linkToken },
      },
    });
  });
}

type Holding = { restrictAfter: number | null; leniencyUntil: string | null; today: string };

/** The day on which joining ends; null when it does not, or has ended already. */
function holdDay(dueOn: string, { restrictAfter, leniencyUntil, today }: Holding): string | null {
  if (restrictAfter === null) return null;
  const day = addDays(dueOn, restrictAfter);
  const later = leniencyUntil && leniencyUntil > day ? leniencyUntil : day;
  return later > today ? later : null;
}

type Reached = Pick<LearnerRow, "email" | "noticeChannel">;

/** By the learner's channel; null when there is no way. Learners of the desk may have no e-mail address. */
function channelFor({ email, noticeChannel }: Reached, offered: NoticeChannel[]): NoticeChannel | null {
  const ways = offered.filter((channel) => channel !== "mail" || email !== "");
  return ways.includes(noticeChannel) ? noticeChannel : (ways[0] ?? null);
}

type Told = {
  who: LearnerRow;
  channel: NoticeChannel | null;
  offered: NoticeChannel[];
  title: string;
  text: string;
  /** A path of the site. */
  link: string;
  mail: MailJob;
  message: Pick<MessageJob, "template" | "values">;
};

/** The provider is tried this long before the message goes another way, and not at all after some days. */
const patienceMs = 10 * 60_000;
const outdatedMs = 2 * 86_400_000;

async function tell(tx: Db, { clock }: Deps, told: Told): Promise<void> {
  const { who, channel, offered, title, text, link, mail, message } = told;
  await enqueue(tx, notifyLearner, { learnerId: who.id, title, text, link });
  if (channel === null) return;
  if (channel === "mail") return enqueue(tx, sendMail, mail);
  const at = clock.now().getTime();
  await enqueue(tx, sendMessage, {
    ...{ ...message, channel, to: numberOf(who) },
    tryUntil: new Date(at + patienceMs).toISOString(),
    until: new Date(at + outdatedMs).toISOString(),
    instead: {
      sms: channel === "whatsapp" && offered.includes("sms"),
      mail: who.email === "" ? undefined : mail,
    },
  });
}
