import { uniteTags } from "@shoreline/domain/inbox";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { lead, plainTags } from "../../db/tables/inbox.ts";

/** A tag that is in use keeps its spelling: who types "tcs" means "TCS". Each tag once. */
export async function asInUse(tx: Db, tags: readonly string[]): Promise<string[]> {
  const typed = uniteTags(tags);
  if (typed.length === 0) return [];
  const { rows } = await tx.execute<{ typed: string; used: string | null }>(sql`
    select typed, (
      select tag from ${lead}, jsonb_array_elements_text(${lead.tags}) tag
      where ${plainTags(lead.tags)} @> jsonb_build_array(lower(typed)) and lower(tag) = lower(typed)
      limit 1) as used
    from unnest(${sql.param(typed)}::text[]) with ordinality as given (typed, place) order by place`);
  return uniteTags(rows.map(({ typed, used }) => used ?? typed));
}
