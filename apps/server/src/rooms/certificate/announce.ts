import { eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { learner } from "../../db/tables/account.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { keepPerson, readPdf, readPicture, viewAddress } from "./files.ts";
import { findCertificateById } from "./queries.ts";

/** Makes the files of a new certificate, and tells its holder. */
export async function announceCertificate(deps: Deps, id: string): Promise<void> {
  const { db, publicUrl } = deps;
  const row = await findCertificateById(db, id);
  if (!row || row.revokedAt) return;
  await keepPerson(deps, row);
  await readPdf(deps, row);
  await readPicture(deps, row, "large");
  await db.transaction(async (tx) => {
    const [who] = row.learnerId ? await tx.select().from(learner).where(eq(learner.id, row.learnerId)) : [];
    if (!who) return;
    const institute = await readInstitute(tx);
    await enqueue(tx, "notification.add", {
      learnerId: who.id,
      title: `Your certificate: ${row.courseCompleted}`,
      text: `${row.certificateId} is yours to show, to share and to print.`,
      link: "/dashboard/certificate",
    });
    await enqueue(tx, "mail.send", {
      to: who.email,
      subject: `Your certificate: ${row.courseCompleted}`,
      certificateId: row.id,
      text: `Hello ${who.firstName},

congratulations: you have completed ${row.courseCompleted}. Your certificate ${row.certificateId} is attached. Anyone can check it here:
${viewAddress(publicUrl, row.certificateId)}

You also find it in your classroom, with ways to share it:
${publicUrl}/dashboard/certificate

${institute.name}
${institute.phone}
`,
    });
  });
}
