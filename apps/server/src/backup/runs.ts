import { desc, max } from "drizzle-orm";
import type pg from "pg";
import type { Db } from "../db/connect.ts";
import { backupRun } from "../db/tables/house.ts";

/** The newest backup, and when a trial restore of any backup last succeeded; null when none was ever made. */
export async function readLastBackup(db: Db): Promise<{ madeAt: Date; verifiedAt: Date | null } | null> {
  const [last] = await db.select({ madeAt: backupRun.madeAt }).from(backupRun).orderBy(desc(backupRun.madeAt)).limit(1);
  if (!last) return null;
  const [verified] = await db.select({ at: max(backupRun.verifiedAt) }).from(backupRun);
  return { madeAt: last.madeAt, verifiedAt: verified?.at ?? null };
}

/** The newest backup at one place. */
export async function readLastAt(pool: pg.Pool, place: string): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    "select max(made_at) as at from backup_run where starts_with(place, $1)",
    [`${place}/`],
  );
  return rows[0]?.at ?? null;
}

type Run = { madeAt: string; place: string; bytes: number };

export async function recordRun(pool: pg.Pool, { madeAt, place, bytes }: Run): Promise<void> {
  if (await hasRuns(pool))
    await pool.query("insert into backup_run (made_at, place, bytes) values ($1, $2, $3)", [madeAt, place, bytes]);
}

/** A backup that was tried stays, so that the age of the last trial goes on growing. */
export async function forgetRuns(pool: pg.Pool, places: string[]): Promise<void> {
  if (await hasRuns(pool))
    await pool.query("delete from backup_run where place = any ($1::text[]) and verified_at is null", [places]);
}

/** False when the backup is not known here. */
export async function recordVerified(pool: pg.Pool, { madeAt, now }: { madeAt: string; now: Date }): Promise<boolean> {
  if (!(await hasRuns(pool))) return false;
  const { rowCount } = await pool.query("update backup_run set verified_at = $2 where made_at = $1", [madeAt, now]);
  return rowCount !== 0;
}

/** A backup is also made before an update, when the tables are still those of an earlier version. */
async function hasRuns(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query("select to_regclass('public.backup_run') as found");
  return rows[0].found !== null;
}
