import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { inSteps, rowsPerStep } from "../steps.ts";
import type { Db } from "./connect.ts";

/** Deletes in steps. A row that a request holds stays for the next run. */
export async function eraseWhere(db: Db, table: PgTable, condition: SQL | undefined): Promise<void> {
  const name = sql.identifier(getTableName(table));
  await inSteps(async () => {
    const { rows } = await db.execute(sql`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${condition} limit ${rowsPerStep} for update skip locked
      )) returning 1`);
    return rows;
  });
}
