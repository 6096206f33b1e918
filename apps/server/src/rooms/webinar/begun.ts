import { and, gt, lte } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { webinar } from "../../db/tables/webinar.ts";
import { defineJob } from "../../jobs/job.ts";
import { purgePages } from "../site/purge-pages.ts";

/** Every page announces the next webinar, and pages are cached: when it begins, they announce the one after. */
export const purgePagesAtStart = defineJob("webinar.begun", {});

// Two runs, so that one that was missed does not matter.
const begunMs = 10 * 60_000;

export async function purgeIfBegun({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const hasBegun = and(lte(webinar.startAt, now), gt(webinar.startAt, new Date(now.getTime() - begunMs)));
  if ((await db.$count(webinar, hasBegun)) > 0) await purgePages({ db }, "webinar begun");
}
