import { Retention } from "@shoreline/contract";
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/connect.ts";
import { institute } from "../db/tables/site.ts";

/** Personal data of a room that is erased when the institute's period is over. */
export type RetentionRule = {
  period: keyof Retention;
  /** Erases what is older than `before`. */
  erase(db: Db, before: Date): Promise<void>;
};

/** An institute that was loaded by an earlier version has the usual periods. */
export async function readRetention(db: Db): Promise<Retention> {
  const [row] = await db.select({ profile: institute.profile }).from(institute);
  return Retention.parse(row?.profile.erasedAfterMonths ?? {});
}

type Options = { rules: RetentionRule[]; periods: Retention; now: Date };

export async function eraseOverdue(db: Db, { rules, periods, now }: Options): Promise<void> {
  for (const { period, erase } of rules) await erase(db, monthsBefore(now, periods[period]));
}

function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

const batch = 1000;

/** Deletes in small steps, so that no request waits long for a row. */
export async function eraseWhere(db: Db, table: PgTable, condition: SQL): Promise<void> {
  const name = sql.identifier(getTableName(table));
  for (;;) {
    const { rowCount } = await db.execute(
      sql`delete from ${name} where ctid in (select ctid from ${name} where ${condition} limit ${batch})`,
    );
    if ((rowCount ?? 0) < batch) return;
  }
}
