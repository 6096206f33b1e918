import { type SQL, sql } from "drizzle-orm";

/** A list of any length as one parameter: PostgreSQL accepts 65,535 of them. */
export function anyOf(ids: string[]): SQL {
  return sql`any(${sql.param(ids)}::uuid[])`;
}
