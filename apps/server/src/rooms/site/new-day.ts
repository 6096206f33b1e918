import { dayOf } from "@shoreline/domain/zone";
import type { Deps } from "../../context.ts";
import { institute } from "../../db/tables/site.ts";
import { type CronLine, defineJob } from "../../jobs/job.ts";
import { purgePages } from "./purge-pages.ts";
import { readInstitute } from "./queries.ts";

/** News appear, starts of courses pass, and the year changes when a day begins; pages are cached until content changes. */
export const purgeOnNewDay = defineJob("site.new-day", {});

/** Midnight comes at a quarter of an hour of UTC, everywhere on earth. */
export const newDayCron: CronLine = { job: purgeOnNewDay, at: "*/15 * * * *" };

const hourMs = 3_600_000;

/** In the first hour of the day, so that a run that was missed does not matter. */
export async function purgeInFirstHour({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  // After `demo remove` there is no institute.
  if ((await db.$count(institute)) === 0) return;
  const now = clock.now();
  const { begins } = dayOf(now, (await readInstitute(db)).timeZone);
  // Not the hour of the clock: where clocks go forward at night, a day begins at one.
  if (now.getTime() - begins.getTime() < hourMs) await purgePages({ db }, "new day");
}
