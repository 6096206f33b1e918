import { eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { sentMessage } from "../../db/tables/notification.ts";
import { createCounter } from "../../http/rate-limit.ts";
import { insistOnDone, isDone } from "../../jobs/done.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { composeSms, composeWhatsapp } from "../../messages/compose.ts";
import { recordSent } from "../../messages/sent.ts";
import type { Values } from "../../messages/templates.ts";
import { MessageRefused, type MessageSender } from "../../ports.ts";
import { readInstitute } from "../site/queries.ts";
import { insteadKey, type MessageJob, messageInstead, sendMessage } from "./jobs.ts";
import { noticesUsedUp } from "./mails.ts";

/**
 * Sends a text message. One that cannot be sent goes another way: at once when the provider refuses it, and after
 * `tryUntil` when the provider does not answer.
 */
export async function deliverMessage(ctx: JobContext, job: MessageJob): Promise<void> {
  const { db, clock, log, jobId, once } = ctx;
  const goAnotherWay = (refusal?: string) =>
    once(async (tx) => {
      if (refusal !== undefined) await record(tx, job, { providerId: null, refusal, now: clock.now() });
      await enqueueInstead(tx, job);
    });
  if (clock.now() > new Date(job.until) || (await isDone(db, jobId))) return;
  const sender = ctx[job.channel];
  if (!sender || (job.channel === "sms" && (await isBudgetUsed(ctx)))) return goAnotherWay();
  let sent: { providerId: string | null };
  try {
    sent = await sendWith(sender, ctx, job);
  } catch (err) {
    const isRefused = err instanceof MessageRefused;
    if (!isRefused && clock.now() < new Date(job.tryUntil)) throw err;
    log.error({ channel: job.channel, template: job.template, err }, "a text message was not sent");
    return goAnotherWay(isRefused ? err.message : "no answer from the provider");
  }
  // A kill between these two steps sends the message a second time: the providers have no way to ask.
  await insistOnDone(db, jobId, async (tx) => {
    const sentId = await record(tx, job, { ...sent, now: clock.now() });
    if (sentId && sender.readReports) await waitForFailure(tx, job, sentId);
  });
  if (job.channel === "sms") await countSms(ctx);
}

function sendWith(sender: MessageSender, ctx: JobContext, { channel, to, template, values }: MessageJob) {
  const given = { to, template, values: values as Values<typeof template> };
  const composing = channel === "sms" ? composeSms(ctx, given) : composeWhatsapp(ctx, given);
  return composing.then((message) => sender.send(message));
}

type Outcome = { providerId: string | null; refusal?: string; now: Date };

function record(tx: Db, { channel, template, to: number }: MessageJob, outcome: Outcome): Promise<string | null> {
  return recordSent(tx, { channel, template, number, ...outcome });
}

/** The other way waits for a report that the message has failed, which may come much later. */
async function waitForFailure(tx: Db, message: MessageJob, sentId: string): Promise<void> {
  const { sms, mail } = message.instead;
  if (!sms && !mail) return;
  const runAt = new Date(message.until);
  await enqueue(tx, messageInstead, { sentId, message }, { key: insteadKey(sentId), runAt });
}

/** Runs when the message has failed, or when it is too late for that to matter. */
export async function sendInstead(
  { db, once }: JobContext,
  { sentId, message }: PayloadOf<typeof messageInstead>,
): Promise<void> {
  const [sent] = await db.select({ state: sentMessage.state }).from(sentMessage).where(eq(sentMessage.id, sentId));
  if (sent?.state === "failed") await once((tx) => enqueueInstead(tx, message));
}

/** WhatsApp first gives way to SMS, then to mail. */
async function enqueueInstead(tx: Db, message: MessageJob): Promise<void> {
  const { sms, mail } = message.instead;
  if (message.channel === "whatsapp" && sms)
    await enqueue(tx, sendMessage, { ...message, channel: "sms", instead: { sms: false, mail } });
  else if (mail) await enqueue(tx, sendMail, mail);
}

const dayInSeconds = 86_400;

const budget = ({ pool, smsPerDay }: Deps) =>
  createCounter(pool, "notice.sms", { points: smsPerDay, seconds: dayInSeconds });

/** Notices are counted apart from codes: however many classes are moved, people can sign in. */
async function isBudgetUsed(deps: Deps): Promise<boolean> {
  return (await budget(deps).used("all")) >= deps.smsPerDay;
}

/** Of the messages of a day one is the last, so staff are told once. */
async function countSms(deps: Deps): Promise<void> {
  if ((await budget(deps).count("all")) === deps.smsPerDay) await reportBudgetUsed(deps);
}

async function reportBudgetUsed({ db, log, smsPerDay }: Deps): Promise<void> {
  log.error("the class notices by SMS of a day are used up");
  const { email } = await readInstitute(db);
  await enqueue(db, sendMail, mailOf(noticesUsedUp, { to: email, data: { perDay: smsPerDay } }));
}
