import type { TranscriptHit } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { scopeWord } from "../../db/scope-word.ts";
import { openPlace } from "./access.ts";

/** Of a word that everybody says there are thousands of lines; any so many of them are read, and so many shown. */
const mostRead = 1000;
const mostShown = 100;

export async function searchTranscripts(
  { db, learner }: SignedInCtx,
  { courseId, words }: { courseId: string; words: string },
) {
  const { courseId: course, batchId } = await openPlace(db, { learnerId: learner.id, courseId });
  return findLines(db, { scopes: batchId ? [batchId, course] : [course], words });
}

type Asked = { /** Keys of batches and courses. */ scopes: string[]; words: string };

/** Lines with all of the words, from the index. Of those that were read, those of the latest class come first, then by their time. */
export async function findLines(
  db: Db,
  { scopes, words }: Asked,
): Promise<{ hits: TranscriptHit[]; hasMore: boolean }> {
  const scope = scopes.map(scopeWord).join(" | ");
  const rows = await db.transaction(async (tx) => {
    // For a common word the planner would rather read the whole table until it has found enough.
    await tx.execute(sql`set local enable_seqscan = off`);
    const found = await tx.execute<TranscriptHit & { all: number }>(sql`
      with found as materialized (
        select recording_id, starts_ms, text from transcript_line
        where to_tsvector('english', 's' || replace(scope_id::text, '-', '') || ' ' || text)
          @@ (to_tsquery('english', ${scope}) && websearch_to_tsquery('english', ${words}))
          -- Somebody may have said a word that looks like a scope.
          and scope_id = ${anyOf(scopes)}
          and numnode(websearch_to_tsquery('english', ${words})) > 0
        limit ${mostRead + 1}
      )
      select r.id as "recordingId", r.name, c.number, found.starts_ms / 1000 as "startsAt", found.text,
        (count(*) over ())::int as all
      from found join recording r on r.id = found.recording_id left join live_class c on c.id = r.class_id
      order by c.starts_at desc nulls last, r.added_at desc, r.id, found.starts_ms
      limit ${mostShown}`);
    return found.rows;
  });
  const hasMore = (rows[0]?.all ?? 0) > mostShown;
  return { hits: rows.map(({ all: _, ...hit }) => hit), hasMore };
}
