import { and, or, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../db/any-of.ts";
import type { Db } from "../db/connect.ts";

/** A person as staff or the account name them. A number has its country code; ids are of learners, or of certificates. */
export type Identity = { ids: string[]; email?: string | undefined; number?: string | undefined };

/** Compares a column with what we know about a person. */
type Match = (column: SQL) => SQL;

/**
 * How to recognise the rows of a person. With both e-mail and number, as of a learner, a row must match both: nobody has proven the
 * address, so where there is no number it does not count. A number alone counts: it is proven.
 */
export type Who = { ids: string[]; email?: Match; number?: Match };

export function toWho({ ids, email, number }: Identity): Who {
  return {
    ids,
    ...(email === undefined ? {} : { email: (column: SQL) => sql`lower(${column}) = lower(${email})` }),
    ...(number === undefined ? {} : { number: (column: SQL) => sql`${column} = ${number}` }),
  };
}

/** Where a room stores personal data: by which columns a person is found there, and what an erasure does; it may return a count. */
export type PersonalPlace = {
  table: string;
  id?: SQL;
  learner?: SQL;
  email?: SQL;
  number?: SQL;
  erase: "delete" | "keep" | ((db: Db, found: { rows: SQL; who: Who; now: Date }) => Promise<unknown>);
};

type Table = { name: string; hasLearner: boolean; hasEmail: boolean; hasNumber: boolean; hasCountry: boolean };

/**
 * The places that the rooms declare, and every other table that has one of the usual columns: the schema of the database tells,
 * so a new table is included without a line of code. Rows that only have a learner go, or lose the learner, with the learner.
 */
export async function findPlaces(db: Db, declared: PersonalPlace[]): Promise<PersonalPlace[]> {
  const { rows } = await db.execute<Table>(sql`
    select table_name as name, bool_or(column_name = 'learner_id') as "hasLearner", bool_or(column_name = 'email') as "hasEmail",
      bool_or(column_name = 'mobile_number') as "hasNumber", bool_or(column_name = 'country_code') as "hasCountry"
    from information_schema.columns where table_schema = 'public'
    group by table_name having bool_or(column_name in ('learner_id', 'email', 'mobile_number'))
    order by table_name`);
  const others = rows.filter(({ name }) => !declared.some(({ table }) => table === name));
  return [...declared, ...others.map(toPlace)];
}

function toPlace({ name, hasLearner, hasEmail, hasNumber, hasCountry }: Table): PersonalPlace {
  // Forms without a country take Indian numbers only: the same digits in another country are another person's.
  const country = hasCountry ? sql`country_code` : sql`'+91'`;
  return {
    table: name,
    ...(hasLearner ? { learner: sql`learner_id` } : {}),
    ...(hasEmail ? { email: sql`email` } : {}),
    ...(hasNumber ? { number: sql`(${country} || mobile_number)` } : {}),
    erase: hasEmail || hasNumber ? "delete" : "keep",
  };
}

/** The condition for the rows of this person; undefined when there can be none. */
export function rowsOf({ id, learner, email, number }: PersonalPlace, who: Who): SQL | undefined {
  const isOneOf = (column: SQL | undefined) =>
    column && who.ids.length > 0 ? sql`${column} = ${anyOf(who.ids)}` : undefined;
  const isAddressAlone = who.email && who.number && email && !number;
  const contact = and(email && who.email?.(email), number && who.number?.(number));
  return or(isOneOf(id), isOneOf(learner), isAddressAlone ? undefined : contact);
}
