import type { EventKind } from "@shoreline/domain/security-event";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import { readInstitute } from "./queries.ts";

export async function mailAlarm({ once }: JobContext, { kind, count }: { kind: EventKind; count: number }) {
  const often = count > 1 ? `${count} times in an hour` : "just now";
  await once(async (tx) => {
    const { email } = await readInstitute(tx);
    await enqueue(tx, sendMail, {
      to: email,
      subject: `Security: ${kind}, ${often}`,
      text: `The security log of your website shows "${kind}", ${often}.

The newest events are listed on the server by: npm run events
If you do not know why this happened, ask the person who runs your website to look into it.
`,
    });
  });
}
