import type pg from "pg";
import { migrations } from "../db/migrate.ts";

const makesFunction = /^\s*create (?:or replace )?function "?(\w+)"?/gim;
const makesTable = /^\s*create (?:unlogged )?table (?:if not exists )?"?(\w+)"?/gim;
const makesExtension = /^\s*create extension (?:if not exists )?"?(\w+)"?/gim;

/** Every table in `public` that a migration makes, also one that a later migration drops. */
export function productTables(): string[] {
  return ["migration", ...new Set(namesIn(makesTable))];
}

function namesIn(pattern: RegExp): string[] {
  const sql = migrations().flatMap(({ statements }) => statements);
  return sql.flatMap((statement) => [...statement.matchAll(pattern)].map(([, name = ""]) => name));
}

/** What else lies in `public`, such as `table scratch` or `extension postgis`; an extension stands for all that it brought. */
export async function listOthers(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ other: string }>(
    `select case c.relkind when 'v' then 'view ' when 'm' then 'materialized view ' when 'f' then 'foreign table ' else 'table ' end
       || quote_ident(c.relname) as other
     from pg_class c
     where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relname <> all ($1::text[])
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     union all
     select 'sequence ' || quote_ident(c.relname) from pg_class c
     where c.relnamespace = to_regnamespace('public') and c.relkind = 'S'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e'))
     union all
     select 'function ' || quote_ident(p.proname) from pg_proc p
     where p.pronamespace = to_regnamespace('public') and p.proname <> all ($2::text[])
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     union all
     select 'type ' || quote_ident(t.typname) from pg_type t
     where t.typnamespace = to_regnamespace('public')
       and (t.typtype in ('e', 'd', 'r') or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
       and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
     union all
     select 'extension ' || quote_ident(extname) from pg_extension where extnamespace = to_regnamespace('public') and extname <> all ($3::text[])
     order by 1`,
    [productTables(), namesIn(makesFunction), namesIn(makesExtension)],
  );
  return rows.map(({ other }) => other);
}
