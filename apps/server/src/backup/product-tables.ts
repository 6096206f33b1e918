import type pg from "pg";
import { migrations } from "../db/migrate.ts";

const makesTable = /^\s*create (?:unlogged )?table (?:if not exists )?"?(\w+)"?/gim;

/** Every table in `public` that a migration makes, also one that a later migration drops. */
export function productTables(): string[] {
  const sql = migrations().flatMap(({ statements }) => statements);
  const made = sql.flatMap((statement) => [...statement.matchAll(makesTable)].map(([, name = ""]) => name));
  return ["migration", ...new Set(made)];
}

/** What else lies in `public`, such as `table scratch` or `extension postgis`; an extension stands for its own tables. */
export async function listOthers(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ other: string }>(
    `select case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'f' then 'foreign table ' else 'table ' end
       || quote_ident(c.relname) as other
     from pg_class c
     where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relname <> all ($1::text[])
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     union all
     select 'extension ' || quote_ident(extname) from pg_extension where extnamespace = to_regnamespace('public')
     order by 1`,
    [productTables()],
  );
  return rows.map(({ other }) => other);
}
