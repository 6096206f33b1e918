import { desc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { pino } from "pino";
import { withConfig, withDatabase } from "../../command.ts";
import { sentMessage } from "../../db/tables/notification.ts";
import { missingIds } from "../../messages/missing.ts";
import { countMessages } from "../../messages/sent.ts";

const shown = 50;
const dayMs = 86_400_000;

/** `npm run messages`: the text messages of the last day by state, and the newest that failed. */
export async function listMessages(): Promise<void> {
  const now = new Date();
  await withConfig((config) =>
    withDatabase(config, { name: "messages", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      const missing = await missingIds({ db, log: pino({ level: "silent" }) }, config);
      if (missing.length > 0)
        console.log(
          `Missing in messages.yaml, so operators drop messages: ${missing.join(", ")}. Add them, and apply the file with npm run content -- apply.\n`,
        );
      const counts = await countMessages(db, new Date(now.getTime() - dayMs));
      if (counts.length === 0) console.log("No text messages in the last 24 hours.");
      for (const { channel, state, count } of counts) console.log(`${channel.padEnd(10)}${state.padEnd(11)}${count}`);
      const failed = await db
        .select()
        .from(sentMessage)
        .where(eq(sentMessage.state, "failed"))
        .orderBy(desc(sentMessage.sentAt))
        .limit(shown);
      if (failed.length > 0) console.log("\nFailed, newest first:");
      for (const { sentAt, channel, template, number, reason } of failed)
        console.log(`${sentAt.toISOString()}  ${channel.padEnd(10)}${template.padEnd(17)}${number}  ${reason ?? ""}`);
    }),
  );
}
