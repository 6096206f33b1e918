import { createHash } from "node:crypto";
import { desc, eq, lt, notInArray } from "drizzle-orm";
import { freshenDemo } from "./content/demo.ts";
import { learner } from "./db/tables/account.ts";
import { outbox, rateLimit } from "./db/tables/house.ts";
import type { JobHandlers } from "./jobs/queue.ts";
import { tidyPictures } from "./rooms/account/pictures.ts";
import { tidyAccounts } from "./rooms/account/queries.ts";
import { announceCertificate } from "./rooms/certificate/announce.ts";
import { printCertificate, removeFiles, tidyCertificates } from "./rooms/certificate/files.ts";
import { awardCertificates } from "./rooms/certificate/issue.ts";
import { confirmPurchase } from "./rooms/enrolment/confirm.ts";
import { printInvoice } from "./rooms/enrolment/invoice.ts";
import { addNotification } from "./rooms/notification/queries.ts";
import { welcome } from "./rooms/notification/welcome.ts";
import { findOrder } from "./rooms/payment/queries.ts";
import { reconcile } from "./rooms/payment/settle.ts";
import { tellOfFlag } from "./rooms/payment/staff.ts";
import { remindOfClasses, tellOfChange } from "./rooms/schedule/news.ts";
import { leaveOtherBatch } from "./rooms/schedule/queries.ts";
import { attachSeat } from "./rooms/webinar/calendar.ts";
import { tellOfWebinars } from "./rooms/webinar/news.ts";
import { contents, finishers } from "./rooms.ts";

/** The same for the same job: one that is done a second time, because we died before it was crossed out, shows once. */
function idOfJob(jobId: string, values: object): string {
  const hash = createHash("sha256")
    .update(`${jobId} ${JSON.stringify(values)}`)
    .digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** What each job does. */
export const jobHandlers: JobHandlers = {
  async "mail.send"(ctx, { invoiceId, certificateId, seatId, until, ...mail }) {
    const { mailer, jobId, publicUrl, clock } = ctx;
    if (until && clock.now() > new Date(until)) return;
    const messageId = `<job-${jobId}@${new URL(publicUrl).hostname}>`;
    const files = [
      ...(invoiceId ? await printInvoice(ctx, invoiceId) : []),
      ...(certificateId ? await printCertificate(ctx, certificateId) : []),
      ...(seatId ? await attachSeat(ctx, seatId) : []),
    ];
    const attachments = files.length > 0 ? { attachments: files } : {};
    await mailer.send({ ...mail, ...attachments, messageId } as Parameters<typeof mailer.send>[0]);
  },
  async "learner.welcome"({ db, clock }, { learnerId }) {
    await db.transaction((tx) => welcome(tx, { learnerId, now: clock.now() }));
  },
  async "notification.add"({ db, clock, jobId }, values) {
    const isThere = (await db.$count(learner, eq(learner.id, values.learnerId))) > 0;
    if (isThere) await addNotification(db, { ...values, id: idOfJob(jobId, values), sentAt: clock.now() });
  },
  async "order.finish"(ctx, { providerOrderId }) {
    const order = await findOrder(ctx.db, providerOrderId);
    const finish = order?.purpose?.startsWith("webinar:") ? finishers.webinar : finishers.course;
    await finish(ctx, providerOrderId);
  },
  async "purchase.confirm"(ctx, { purchaseId }) {
    await leaveOtherBatch(ctx.db, purchaseId);
    await confirmPurchase(ctx, purchaseId);
  },
  async "payment.flagged"(ctx, flagged) {
    await tellOfFlag(ctx, flagged);
  },
  async "payment.reconcile"(ctx) {
    await reconcile(ctx);
  },
  async "class.remind"(ctx) {
    await remindOfClasses(ctx);
  },
  async "class.changed"(ctx, changed) {
    await tellOfChange(ctx, changed);
  },
  async "certificate.award"(ctx) {
    await awardCertificates(ctx);
  },
  async "certificate.announce"(ctx, { id }) {
    await announceCertificate(ctx, id);
  },
  async "certificate.erased"(ctx, { id }) {
    await removeFiles(ctx, id);
  },
  async "webinar.remind"(ctx) {
    await tellOfWebinars(ctx);
  },
  async "house.tidy"(ctx) {
    const { db, clock, uploads } = ctx;
    await tidyAccounts(db, clock.now());
    await tidyPictures(ctx);
    await tidyCertificates(ctx);
    await uploads.deleteExpired();
    await db.delete(rateLimit).where(lt(rateLimit.expire, clock.now().getTime()));
    const kept = db.select({ id: outbox.id }).from(outbox).orderBy(desc(outbox.at)).limit(1000);
    await db.delete(outbox).where(notInArray(outbox.id, kept));
  },
  async "demo.freshen"({ db, clock, files }) {
    await freshenDemo({ db, files, now: clock.now(), rooms: contents });
  },
};
