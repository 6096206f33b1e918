import { Retention } from "@shoreline/contract";
import type { Db } from "../db/connect.ts";
import { institute } from "../db/tables/site.ts";
import { tryAll } from "../steps.ts";

/** Personal data of a room that is erased when the institute's period is over. */
export type RetentionRule = {
  period: keyof Retention;
  /** Erases what is older than `before`, in steps. */
  erase(db: Db, before: Date): Promise<void>;
};

/** An institute that was loaded by an earlier version has the usual periods. */
export async function readRetention(db: Db): Promise<Retention> {
  const [row] = await db.select({ profile: institute.profile }).from(institute);
  return Retention.parse(row?.profile.erasedAfterMonths ?? {});
}

type Options = { rules: RetentionRule[]; periods: Retention; now: Date };

export async function eraseOverdue(db: Db, { rules, periods, now }: Options): Promise<void> {
  await tryAll(
    rules.map(
      ({ period, erase }) =>
        () =>
          erase(db, monthsBefore(now, periods[period])),
    ),
  );
}

/** On the same day of the month, or on its last one. */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  if (before.getUTCDate() !== now.getUTCDate()) before.setUTCDate(0);
  return before;
}
