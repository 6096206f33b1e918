import type { Db } from "../../db/connect.ts";
import type { Payload } from "../../jobs/catalogue.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";

/** A mail to the institute: money came that fits nothing, and only a person can decide. */
export async function tellStaff(tx: Db, flagged: Payload<"payment.flagged">): Promise<void> {
  const institute = await readInstitute(tx);
  await enqueue(tx, "mail.send", {
    to: institute.email,
    subject: "A payment needs your decision",
    text: `A payment has come in ${flagged.reason}. The money is at the provider; nothing was handed out for it.

  Order: ${flagged.providerOrderId}
  Payment: ${flagged.providerPaymentId}
`,
  });
}
