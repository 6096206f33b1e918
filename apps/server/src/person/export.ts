import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { rowsOf, type Table, tablesAboutPeople, type Who } from "./who.ts";

type Stored = Record<string, Record<string, unknown>[]>;

/** Everything that we store about a person, by table. */
export async function exportPerson(
  db: Db,
  who: Who,
  { isIncluded = () => true }: { isIncluded?(table: Table): boolean } = {},
): Promise<Stored> {
  const stored: Stored = {};
  for (const table of (await tablesAboutPeople(db)).filter(isIncluded)) {
    const isOfPerson = rowsOf(table, who);
    if (!isOfPerson) continue;
    const { rows } = await db.execute(sql`select * from ${sql.identifier(table.name)} where ${isOfPerson}`);
    if (rows.length > 0) stored[table.name] = rows.map(withoutSecrets);
  }
  return stored;
}

/** Hashes and keys are useless to the person, but useful to a thief of the file. */
function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !/hash|salt|token|public_key|learner_id/.test(column)),
  );
}
