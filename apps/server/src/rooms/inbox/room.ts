import { sql } from "drizzle-orm";
import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { inboxDemo } from "./demo.ts";
import { forgetPerson } from "./forget.ts";
import { inboxHandlers } from "./handlers.ts";
import { collectAll, collectLeads, eraseOldLeads, remind, remindOfCalls } from "./jobs.ts";
import { callReminder, letter } from "./mails.ts";

export const inbox = defineRoom({
  name: "inbox",
  handlers: inboxHandlers,
  demo: inboxDemo,
  mails: [letter, callReminder],
  jobs: [handles(collectLeads, collectAll), handles(remindOfCalls, remind)],
  cron: [
    { job: collectLeads, at: "*/5 * * * *", isAlone: true },
    { job: remindOfCalls, at: "*/5 * * * *", isAlone: true },
  ],
  personal: [
    { table: "lead", learner: sql`learner_id`, email: sql`email`, number: sql`number`, erase: forgetPerson },
    { table: "lead_event", email: sql`email`, number: sql`number`, erase: "delete" },
  ],
  retention: [{ period: "enquiries", erase: eraseOldLeads }],
});
