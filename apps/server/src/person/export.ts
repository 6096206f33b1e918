import { sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { findPlaces, type PersonalPlace, rowsOf, type Who } from "./who.ts";

type Stored = Record<string, Record<string, unknown>[]>;

/** Everything that we store about a person, by table. */
export async function exportPerson(
  db: Db,
  who: Who,
  { places, isIncluded = () => true }: { places: PersonalPlace[]; isIncluded?(place: PersonalPlace): boolean },
): Promise<Stored> {
  const stored: Stored = {};
  for (const place of (await findPlaces(db, places)).filter(isIncluded)) {
    const isOfPerson = rowsOf(place, who);
    if (!isOfPerson) continue;
    const { rows } = await db.execute(sql`select * from ${sql.identifier(place.table)} where ${isOfPerson}`);
    if (rows.length > 0) stored[place.table] = rows.map(withoutSecrets);
  }
  return stored;
}

/** Hashes and keys are useless to the person, but useful to a thief of the file. */
function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !/hash|salt|token|public_key|learner_id/.test(column)),
  );
}
