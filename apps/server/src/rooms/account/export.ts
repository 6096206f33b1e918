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
  for (const { name, isOwned } of await tablesAboutPeople(db)) {
    const rows = await rowsOf(db, { name, isOwned, learner });
    if (rows.length > 0) stored[name] = rows.map(withoutSecrets);
  }
  return { madeAt: clock.now().toISOString(), profile: toProfile(learner), ...stored };
}

/** Tables with a learner, and forms with both e-mail and number, because one alone may be somebody else's typing error. */
async function tablesAboutPeople(db: Db): Promise<{ name: string; isOwned: boolean }[]> {
  const { rows } = await db.execute<{ name: string; isOwned: boolean }>(sql`
    select table_name as name, bool_or(column_name = 'learner_id') as "isOwned"
    from information_schema.columns where table_schema = 'public' and table_name <> 'learner'
    group by table_name
    having bool_or(column_name = 'learner_id') or (bool_or(column_name = 'email') and bool_or(column_name = 'mobile_number'))
    order by table_name`);
  return rows;
}

async function rowsOf(
  db: Db,
  { name, isOwned, learner }: { name: string; isOwned: boolean; learner: LearnerRow },
): Promise<Record<string, unknown>[]> {
  const isOfLearner = isOwned
    ? sql`learner_id = ${learner.id}`
    : sql`lower(email) = lower(${learner.email}) and mobile_number = ${learner.mobileNumber}`;
  const { rows } = await db.execute(sql`select * from ${sql.identifier(name)} where ${isOfLearner}`);
  return rows;
}

/** Hashes are useless to the learner, but useful to a thief of the file. */
function withoutSecrets(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !/hash|salt|token|learner_id/.test(column)));
}
