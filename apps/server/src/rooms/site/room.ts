import { sql } from "drizzle-orm";
import { block, institute, news } from "../../db/tables/site.ts";
import { eraseOldEvents, raiseAlarm } from "../../events.ts";
import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { mailAlarm } from "./alarm.ts";
import { siteContent } from "./content.ts";
import { flagsFolder } from "./countries.ts";
import { siteHandlers } from "./handlers.ts";

export const site = defineRoom({
  name: "site",
  handlers: siteHandlers,
  content: siteContent,
  jobs: [handles(raiseAlarm, mailAlarm)],
  retention: [{ period: "securityEvents", erase: eraseOldEvents }],
  // The local adapters keep what they "sent".
  personal: [
    { table: "outbox", email: sql`"to"`, erase: "delete" },
    { table: "outbox", number: sql`"to"`, erase: "delete" },
  ],
  folders: { "/flags": flagsFolder },
  publicTables: [institute, block, news],
});
