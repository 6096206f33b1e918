import { sql } from "drizzle-orm";
import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { connectionDemo } from "./demo.ts";
import { connectionHandlers } from "./handlers.ts";
import { readKey } from "./keys.ts";
import { forgetDeliveries, tidyDeliveries } from "./tidy.ts";
import { notifyAll, notifyWebhooks } from "./turn.ts";

const inBody = (name: string) => sql`(body::jsonb -> 'data' ->> ${sql.raw(`'${name}'`)})`;

export const connection = defineRoom({
  name: "connection",
  handlers: connectionHandlers,
  readKey,
  demo: connectionDemo,
  jobs: [handles(notifyWebhooks, notifyAll)],
  cron: [{ job: notifyWebhooks, at: "* * * * *", isAlone: true }],
  personal: [
    {
      table: "webhook_delivery",
      learner: sql`${inBody("learnerId")}::uuid`,
      email: inBody("email"),
      number: inBody("number"),
      erase: forgetDeliveries,
    },
  ],
  tidy: ({ db, clock }) => tidyDeliveries(db, clock.now()),
});
