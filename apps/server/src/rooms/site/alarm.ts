import type { EventKind } from "@shoreline/domain/security-event";
import { desc } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../../command.ts";
import type { Deps } from "../../context.ts";
import { securityEvent } from "../../db/tables/house.ts";
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

const shown = 100;

/** `npm run events`: the newest events of the security log. */
export async function listEvents(): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "events", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      const events = await db.select().from(securityEvent).orderBy(desc(securityEvent.at)).limit(shown);
      if (events.length === 0) console.log("The security log is empty.");
      for (const { at, kind, learnerId } of events)
        console.log(`${at.toISOString()}  ${kind.padEnd(26)}${learnerId ? `learner ${learnerId}` : ""}`);
    }),
  );
}
