import { sql } from "drizzle-orm";
import type { Db } from "./connect.ts";

export type InvalidIndex = { name: string; statement: string };

/**
 * What an interrupted `create index concurrently` leaves behind: no query uses it, every write keeps it up, and `create index if not exists`
 * takes it for the index that is wanted. One that is being made now looks the same, but reports its progress.
 */
export async function findInvalidIndexes(db: Db): Promise<InvalidIndex[]> {
  const { rows } = await db.execute<InvalidIndex>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as statement
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where not i.indisvalid and c.relkind = 'i' and c.relnamespace in ('public'::regnamespace, to_regnamespace('graphile_worker'))
      and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)
    order by name`);
  return rows;
}

/** What the owner of the tables runs, each by itself. */
export function remakeIndex({ name, statement }: InvalidIndex): string[] {
  return [`drop index concurrently ${name};`, `${statement.replace(" INDEX ", " INDEX CONCURRENTLY ")};`];
}
