import { dayOf } from "@shoreline/domain/zone";
import { gt } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { news } from "../../db/tables/site.ts";
import { type CronLine, defineJob } from "../../jobs/job.ts";
import { purgePages } from "./purge-pages.ts";
import { readInstitute } from "./queries.ts";

/** News appear when their day comes, and pages are cached until content changes. */
export const purgeOnNewDay = defineJob("site.new-day", {});

/** Midnight comes at a quarter of an hour of UTC, everywhere on earth. */
export const newDayCron: CronLine = { job: purgeOnNewDay, at: "*/15 * * * *" };

/** In the first hour of the day, so that a run that was missed does not matter. */
export async function purgeForNews({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const recent = await db
    .select()
    .from(news)
    .where(gt(news.publishedAt, new Date(now.getTime() - dayMs)));
  // Without news there is nothing to do; after `demo remove` there may be no institute either.
  if (recent.length === 0) return;
  const { timeZone } = await readInstitute(db);
  const { begins, ends } = dayOf(now, timeZone);
  const isToday = recent.some(({ publishedAt }) => publishedAt >= begins && publishedAt < ends);
  // Some days have no midnight: where clocks go forward at night, the day begins at one.
  if (isToday && now.getTime() - begins.getTime() < hourMs) await purgePages({ db }, "new day");
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
