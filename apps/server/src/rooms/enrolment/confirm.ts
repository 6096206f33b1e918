import { batchName } from "@shoreline/domain/course";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { letter, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import { findPurchase, markConfirmed } from "./queries.ts";

/** Notifies the learner of the course they have bought; the invoice comes with the mail. */
export async function sendConfirmation({ db, clock, publicUrl }: JobContext, purchaseId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const isNew = await markConfirmed(tx, { purchaseId, now: clock.now() });
    const found = isNew ? await findPurchase(tx, purchaseId) : null;
    const who = found && (await findLearner(tx, found.purchase.learnerId));
    if (!who) return;
    const { purchase, course, invoice, isReceipt } = found;
    const batch = batchName(purchase);
    const institute = await readInstitute(tx);
    await enqueue(tx, notifyLearner, {
      learnerId: who.id,
      title: `You have enrolled in ${course.name}`,
      text: `Your place is confirmed: ${batch}.`,
      link: `/dashboard/schedule/${encodeURIComponent(course.courseId)}`,
    });
    const paper = invoice
      ? `\n\n${isReceipt ? "Receipt" : "Invoice"} ${invoice.number} is attached. You can also download it here:\n${publicUrl}/dashboard/purchasehistory`
      : "";
    await enqueue(tx, sendMail, {
      to: who.email,
      subject: `${course.name}: your place is confirmed`,
      ...(invoice ? { attachments: [{ kind: "invoice", id: invoice.id }] } : {}),
      text: letter(institute, {
        name: who.firstName,
        body: `You have enrolled in ${course.name}, ${batch}. Find your classes in your classroom:
${publicUrl}/dashboard/mycourses${paper}`,
      }),
    });
  });
}
