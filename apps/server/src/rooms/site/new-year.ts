import { sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { type CronLine, defineJob } from "../../jobs/job.ts";

/** Pages show the year, and are cached until content changes. */
export const greetNewYear = defineJob("site.new-year", {});

/** Every half hour while it is New Year somewhere on earth (and, as a job has one line, on 1 December and 31 January). */
export const atNewYear: CronLine = { job: greetNewYear, at: "0,30 * 1,31 1,12 *" };

/** In all processes. */
export async function purgePages({ db }: Pick<Deps, "db">, why: string): Promise<void> {
  await db.execute(sql`select pg_notify('content', ${why})`);
}
