import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** PostgreSQL knows more times than JavaScript, such as `infinity`. The same years as `Moment`. */
export function isOurTime(moment: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${moment} >= '1970-01-01' and ${moment} < '9999-12-31'`;
}
