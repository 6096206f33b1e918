/** How many days, weeks and months keep a backup. */
export type BackupKeep = { days: number; weeks: number; months: number };

/** A time of day in UTC. */
export type TimeOfDay = { hour: number; minute: number };

const dayInMs = 24 * 3600 * 1000;

/**
 * The newest backup of each of the newest days, weeks (from Monday) and months that have one, all in UTC. Of the two days before
 * the newest all are kept: somebody may have made one before an update.
 */
export function backupsToKeep(madeAt: Date[], { days, weeks, months }: BackupKeep): Set<Date> {
  const newestFirst = [...madeAt].sort((a, b) => b.getTime() - a.getTime());
  // 1 January 1970 was a Thursday.
  const weekOf = (at: Date) => Math.floor((Math.floor(at.getTime() / dayInMs) + 3) / 7);
  const newest = newestFirst[0]?.getTime() ?? 0;
  return new Set([
    ...newestFirst.filter((at) => newest - at.getTime() < 2 * dayInMs),
    ...newestOfEach(newestFirst, (at) => at.toISOString().slice(0, 10)).slice(0, days),
    ...newestOfEach(newestFirst, weekOf).slice(0, weeks),
    ...newestOfEach(newestFirst, (at) => at.toISOString().slice(0, 7)).slice(0, months),
  ]);
}

/** True once the time of day has passed since the last backup, so a backup that was missed is made up for. */
export function isBackupDue({ last, at, now }: { last: Date | null; at: TimeOfDay; now: Date }): boolean {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), at.hour, at.minute);
  const dueAt = today <= now.getTime() ? today : today - dayInMs;
  return last === null || last.getTime() < dueAt;
}

function newestOfEach(newestFirst: Date[], periodOf: (at: Date) => string | number): Date[] {
  const seen = new Set<string | number>();
  return newestFirst.filter((at) => {
    const period = periodOf(at);
    const isNew = !seen.has(period);
    seen.add(period);
    return isNew;
  });
}
