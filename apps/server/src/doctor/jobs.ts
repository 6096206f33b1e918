import { sql } from "drizzle-orm";
import { countParked } from "../jobs/parked.ts";
import { type ExamWithDatabase, type Finding, ok, warning } from "./check.ts";

const longMinutes = 10;

export async function checkJobs({ db }: ExamWithDatabase): Promise<Finding[]> {
  const parked = (await countParked(db)).reduce((sum, { count }) => sum + count, 0);
  const { rows } = await db.execute<{ waiting: number; minutes: number }>(sql`
    select count(*)::int as waiting, coalesce(extract(epoch from max(now() - run_at)) / 60, 0)::int as minutes
    from graphile_worker.jobs where attempts < max_attempts and locked_by is null and run_at < now()`);
  const { waiting = 0, minutes = 0 } = rows[0] ?? {};
  const text = `${waiting} jobs are due${waiting > 0 ? `, the oldest for ${minutes} minutes` : ""}.`;
  return [
    minutes > longMinutes
      ? warning(text, "If the product runs, look into its log: the jobs do not keep up. If not, start it.")
      : ok(text),
    ...(parked > 0
      ? [warning(`${parked} jobs are parked: they failed too often.`, "See why: npm run jobs -- list")]
      : []),
  ];
}
