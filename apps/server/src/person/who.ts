import { and, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";

/** Compares a column with what we know about a person. */
type Match = (column: SQL) => SQL;

/** How to recognise the rows of a person. `ids` are of learners. With both e-mail and number, a row that has both must match both. */
export type Who = { ids: string[]; email?: Match; number?: Match };

export const isEmailOf =
  (email: string): Match =>
  (column) =>
    sql`lower(${column}) = lower(${email})`;

/** The number has its country code. */
export const isNumberOf =
  (number: string): Match =>
  (column) =>
    sql`${column} = ${number}`;

export type Table = { name: string; hasLearner: boolean; hasEmail: boolean; hasNumber: boolean; hasCountry: boolean };

/** Reads the tables from the database schema, so that new tables are included automatically. */
export async function tablesAboutPeople(db: Db): Promise<Table[]> {
  const { rows } = await db.execute<Table>(sql`
    select table_name as name, bool_or(column_name = 'learner_id') as "hasLearner", bool_or(column_name = 'email') as "hasEmail",
      bool_or(column_name = 'mobile_number') as "hasNumber", bool_or(column_name = 'country_code') as "hasCountry"
    from information_schema.columns where table_schema = 'public'
    group by table_name having bool_or(column_name in ('learner_id', 'email', 'mobile_number'))
    order by table_name`);
  return rows;
}

/** The condition for the rows of this person; undefined when the table has none. */
export function rowsOf({ hasLearner, hasEmail, hasNumber, hasCountry }: Table, who: Who): SQL | undefined {
  // Forms without a country take Indian numbers only: the same digits in another country are another person's.
  const country = hasCountry ? sql`country_code` : sql`'+91'`;
  return or(
    hasLearner && who.ids.length > 0 ? sql`learner_id in ${who.ids}` : undefined,
    and(
      hasEmail ? who.email?.(sql`email`) : undefined,
      hasNumber ? who.number?.(sql`(${country} || mobile_number)`) : undefined,
    ),
  );
}
