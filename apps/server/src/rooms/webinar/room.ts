import { hasWellFormed } from "../../content/well-formed.ts";
import { webinar as webinarTable } from "../../db/tables/webinar.ts";
import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { purgeIfBegun, purgePagesAtStart } from "./begun.ts";
import { attachSeat } from "./calendar.ts";
import { webinarContent } from "./content.ts";
import { webinarDemo } from "./demo.ts";
import { webinarHandlers } from "./handlers.ts";
import { notifyOfWebinars } from "./jobs.ts";
import { seatConfirmed, seatRequested, webinarCancelled, webinarMoved, webinarReminder } from "./mails.ts";
import { sendNotices } from "./notices.ts";
import { eraseOldSeats, listWebinars, tidySeats } from "./queries.ts";
import { seatSeller } from "./sell.ts";
import { webinarShape } from "./shapes.ts";
import { webinarCards } from "./share.ts";

export const webinar = defineRoom({
  name: "webinar",
  handlers: webinarHandlers,
  content: webinarContent,
  drawings: [webinarCards],
  demo: webinarDemo,
  offers: { webinars: async (db) => hasWellFormed(webinarShape, await listWebinars(db)) },
  mails: [seatRequested, seatConfirmed, webinarReminder, webinarMoved, webinarCancelled],
  sells: seatSeller,
  attachments: { seat: attachSeat },
  jobs: [handles(notifyOfWebinars, sendNotices), handles(purgePagesAtStart, purgeIfBegun)],
  cron: [
    { job: notifyOfWebinars, at: "*/5 * * * *" },
    { job: purgePagesAtStart, at: "*/5 * * * *" },
  ],
  tidy: ({ db, clock }) => tidySeats(db, clock.now()),
  retention: [{ period: "webinarSeats", erase: eraseOldSeats }],
  publicTables: [webinarTable],
});
