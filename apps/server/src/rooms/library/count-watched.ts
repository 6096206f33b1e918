import { sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { inSteps, rowsPerStep, workOnRow } from "../../steps.ts";
import { markWatched } from "../lesson/watch.ts";
import { readClassSettings } from "../schedule/settings.ts";

type Row = { learnerId: string; recordingId: string; classId: string };

/** Marks who watched the recording of a missed class before that counted. Each has a transaction of their own, as with a report. */
export async function markAllWatched({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): Promise<void> {
  await inSteps(async (after: Row | undefined) => {
    // Somebody may have switched it off again.
    if (!(await readClassSettings(db)).countRecordings) return [];
    const isLater = after
      ? sql`and (w.learner_id, w.recording_id) > (${after.learnerId}::uuid, ${after.recordingId}::uuid)`
      : sql``;
    const { rows } = await db.execute<Row>(sql`
      select w.learner_id as "learnerId", w.recording_id as "recordingId", r.class_id as "classId"
      from watch w join recording r on r.id = w.recording_id
      where w.watched_at is not null and r.class_id is not null ${isLater}
        and exists (
          select from purchase p join batch_place place on place.purchase_id = p.id
          where p.learner_id = w.learner_id and p.state = 'active' and place.batch_id = r.batch_id)
        and not exists (select from attendance a where a.class_id = r.class_id and a.learner_id = w.learner_id)
      order by w.learner_id, w.recording_id limit ${rowsPerStep}`);
    for (const { learnerId, recordingId, classId } of rows)
      await workOnRow({ db, log }, { learnerId, recordingId }, async () => {
        await markWatched(db, { learnerId, classId, now: clock.now() });
      });
    return rows;
  });
}
