import { sql } from "drizzle-orm";
import { block, institute, news } from "../../db/tables/site.ts";
import { eraseOldEvents, raiseAlarm } from "../../events.ts";
import { handles } from "../../jobs/job.ts";
import { reportParked } from "../../jobs/parked.ts";
import { defineRoom } from "../../room.ts";
import { mailAlarm } from "./alarm.ts";
import { art } from "./art.ts";
import { siteContent } from "./content.ts";
import { flagsFolder } from "./countries.ts";
import { findFilm } from "./film.ts";
import { siteHandlers } from "./handlers.ts";
import { icons } from "./icons.ts";
import { readMailLogo } from "./logo.ts";
import { parkedJobs, securityAlarm } from "./mails.ts";
import { newDayCron, purgeInFirstHour, purgeOnNewDay } from "./new-day.ts";
import { pageCards } from "./page-cards.ts";
import { mailParked } from "./parked.ts";
import { findPicture } from "./picture.ts";

export const site = defineRoom({
  name: "site",
  handlers: siteHandlers,
  content: siteContent,
  mails: [securityAlarm, parkedJobs],
  readMailLogo,
  jobs: [handles(raiseAlarm, mailAlarm), handles(reportParked, mailParked), handles(purgeOnNewDay, purgeInFirstHour)],
  // In India, nine in the morning: staff hear of it every day until they decide.
  cron: [{ job: reportParked, at: "30 3 * * *" }, newDayCron],
  retention: [{ period: "securityEvents", erase: eraseOldEvents }],
  // The local adapters keep what they "sent".
  personal: [
    { table: "outbox", email: sql`"to"`, erase: "delete" },
    { table: "outbox", number: sql`"to"`, erase: "delete" },
  ],
  folders: { "/flags": flagsFolder },
  drawings: [...icons, ...art, ...pageCards],
  films: { folder: "film", find: findFilm },
  media: { folder: "picture", find: findPicture, isImmutable: true },
  publicTables: [institute, block, news],
});
