import { sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { toProfile } from "./profile.ts";
import type { LearnerRow } from "./queries.ts";

/**
 * Collects everything that we store about a learner. It finds the tables in the database schema, so that it includes new
 * tables automatically.
 */
export async function collectExport({ db, learner, clock }: SignedInCtx): Promise<Record<string, unknown>> {
  const stored: Record<string, unknown> = {};
  for (const table of await tablesAboutPeople(db)) {
    const rows = await rowsOf(db, table, learner);
    if (rows.length > 0) stored[table.name] = rows.map(withoutSecrets);
  }
  return { madeAt: clock.now().toISOString(), profile: toProfile(learner), ...stored };
}

type Table = { name: string; isOwned: boolean; hasCountry: boolean };

/** Tables with a learner, and forms with both e-mail and number, because one alone may be somebody else's typing error. */
async function tablesAboutPeople(db: Db): Promise<Table[]> {
  const { rows } = await db.execute<Table>(sql`
    select table_name as name, bool_or(column_name = 'learner_id') as "isOwned",
      bool_or(column_name = 'country_code') as "hasCountry"
    from information_schema.columns where table_schema = 'public' and table_name <> 'learner'
    group by table_name
    having bool_or(column_name = 'learner_id') or (bool_or(column_name = 'email') and bool_or(column_name = 'mobile_number'))
    order by table_name`);
  return rows;
}

async function rowsOf(
  db: Db,
  { name, isOwned, hasCountry }: Table,
  { id, email, countryCode, mobileNumber }: LearnerRow,
): Promise<Record<string, unknown>[]> {
  // Forms without a country take Indian numbers only: the same digits in another country are another person's.
  const country = hasCountry ? sql`country_code` : sql`'+91'`;
  const isOfLearner = isOwned
    ? sql`learner_id = ${id}`
    : sql`lower(email) = lower(${email}) and ${country} = ${countryCode} and mobile_number = ${mobileNumber}`;
  const { rows } = await db.execute(sql`select * from ${sql.identifier(name)} where ${isOfLearner}`);
  return rows;
}

/** Hashes are useless to the learner, but useful to a thief of the file. */
function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).filter(([column]) => !/hash|salt|token|public_key|learner_id/.test(column)),
  );
}
