import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "./connect.ts";

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
