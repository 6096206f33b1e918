import type { EventKind } from "@shoreline/domain/security-event";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { securityAlarm } from "./mails.ts";
import { readInstitute } from "./queries.ts";

export async function mailAlarm({ once }: JobContext, { kind, count }: { kind: EventKind; count: number }) {
  await once(async (tx) => {
    const { email } = await readInstitute(tx);
    await enqueue(tx, sendMail, mailOf(securityAlarm, { to: email, data: { event: kind, count } }));
  });
}
