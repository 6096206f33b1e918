import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { couponDemo } from "./demo.ts";
import { purgeIfEnded, purgePagesAtEnd } from "./early-bird.ts";
import { couponHandlers } from "./handlers.ts";
import { referrerPlace, removeOldHolds, usePlace } from "./queries.ts";

export const coupon = defineRoom({
  name: "coupon",
  handlers: couponHandlers,
  demo: couponDemo,
  jobs: [handles(purgePagesAtEnd, purgeIfEnded)],
  cron: [{ job: purgePagesAtEnd, at: "*/5 * * * *" }],
  tidy: ({ db, clock }) => removeOldHolds(db, clock.now()),
  personal: [referrerPlace, usePlace],
});
