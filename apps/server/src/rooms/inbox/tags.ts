import { uniteTags } from "@shoreline/domain/inbox";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { leadTag } from "../../db/tables/inbox.ts";

/** A tag keeps the spelling in which it was first written: who types "tcs" means "TCS". Each tag once. */
export async function asInUse(tx: Db, tags: readonly string[]): Promise<string[]> {
  const typed = uniteTags(tags);
  if (typed.length === 0) return [];
  // PostgreSQL writes both in small letters: it may know fewer of them than JavaScript.
  const { rows } = await tx.execute<{ typed: string; used: string | null }>(sql`
    select typed, used.tag as used from unnest(${sql.param(typed)}::text[]) with ordinality as given (typed, place)
    left join ${leadTag} used on used.small = lower(typed) order by place`);
  return uniteTags(rows.map(({ typed, used }) => used ?? typed));
}
