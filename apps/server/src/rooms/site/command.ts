import { desc } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../../command.ts";
import { securityEvent } from "../../db/tables/house.ts";

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
