import { batchName } from "@shoreline/domain/course";
import { eq } from "drizzle-orm";
import { learner } from "../../db/tables/account.ts";
import type { JobContext } from "../../jobs/queue.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { findPurchase, markConfirmed } from "./queries.ts";

/** Tells the learner of the course they have bought; the mail brings the way to the invoice. */
export async function confirmPurchase({ db, clock, publicUrl }: JobContext, purchaseId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const isNew = await markConfirmed(tx, { purchaseId, now: clock.now() });
    const found = isNew ? await findPurchase(tx, purchaseId) : null;
    if (!found) return;
    const { purchase, course, invoice, isReceipt } = found;
    const batch = batchName(purchase);
    const [who] = await tx.select().from(learner).where(eq(learner.id, purchase.learnerId));
    if (!who) return;
    const institute = await readInstitute(tx);
    await enqueue(tx, "notification.add", {
      learnerId: who.id,
      title: `${course.name} is yours`,
      text: `Your place is confirmed: ${batch}.`,
      link: `/dashboard/schedule/${encodeURIComponent(course.courseId)}`,
    });
    await enqueue(tx, "mail.send", {
      to: who.email,
      subject: `${course.name}: your place is confirmed`,
      ...(invoice ? { invoiceId: invoice.id } : {}),
      text: `Hello ${who.firstName},

${course.name} is yours: ${batch}. Your classes are in your classroom:
${publicUrl}/dashboard/mycourses
${invoice ? `\n${isReceipt ? "Receipt" : "Invoice"} ${invoice.number} is attached, and there to download:\n${publicUrl}/dashboard/purchasehistory\n` : ""}
${institute.name}
${institute.phone}
`,
    });
  });
}
