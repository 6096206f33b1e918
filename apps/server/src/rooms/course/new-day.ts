import { addDays, dayAt } from "@shoreline/domain/batch";
import { wallTime } from "@shoreline/domain/zone";
import type { Deps } from "../../context.ts";
import { type CronLine, defineJob } from "../../jobs/job.ts";
import { purgePages } from "../site/new-year.ts";
import { readInstitute } from "../site/queries.ts";
import { listOffline } from "./queries.ts";
import { offlineShape } from "./shapes.ts";

/** Pages leave out starts that have passed, and are cached until content changes. */
export const dropStarts = defineJob("course.new-day", {});

/** Midnight comes at a quarter of an hour of UTC, everywhere on earth. */
export const atMidnight: CronLine = { job: dropStarts, at: "*/15 * * * *" };

/** In the first hour of the day, so that a run that was missed does not matter. */
export async function purgeForStarts({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const dated = (await listOffline(db)).filter(
    (row) => offlineShape.schema.safeParse(row).success && row.starts.length,
  );
  // There is no institute either when the demo was removed while the product runs.
  if (dated.length === 0) return;
  const { timeZone } = await readInstitute(db);
  const now = clock.now();
  const yesterday = addDays(dayAt(now, timeZone), -1);
  const hasPassed = dated.some(({ starts }) => starts.some(({ from }) => from === yesterday));
  if (hasPassed && wallTime(now, timeZone).hour === 0) await purgePages({ db }, "new day");
}
