import { type CronLine, defineJob } from "../../jobs/job.ts";

/** Pages show the year, and are cached until content changes. */
export const purgeAtNewYear = defineJob("site.new-year", {});

/** Every half hour while it is New Year somewhere on earth (and, as a job has one line, on 1 December and 31 January). */
export const newYearCron: CronLine = { job: purgeAtNewYear, at: "0,30 * 1,31 1,12 *" };
