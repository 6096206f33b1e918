import type { EventKind } from "@shoreline/domain/security-event";
import type { Deps } from "../../context.ts";
import { enqueue } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import { readInstitute } from "./queries.ts";

export async function mailAlarm({ db }: Deps, { kind, count }: { kind: EventKind; count: number }): Promise<void> {
  const { email } = await readInstitute(db);
  const often = count > 1 ? `${count} times in an hour` : "just now";
  await enqueue(db, sendMail, {
    to: email,
    subject: `Security: ${kind}, ${often}`,
    text: `The security log of your website shows "${kind}", ${often}.

The newest events are listed on the server by: npm run events
If you do not know why this happened, please ask whoever runs the website for you to look into it.
`,
  });
}
