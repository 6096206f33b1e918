import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";

/**
 * What learners attended in other batches of the course counts in their new one too: the class with the same number. Calling it
 * again changes nothing.
 */
export async function carryAttendance(
  tx: Db,
  placed: { purchaseId: string; batchId: string }[],
  now: Date,
): Promise<void> {
  if (placed.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with carried as (
      insert into attendance (learner_id, class_id, first_joined_at, last_joined_at, source, is_late, minutes)
      select distinct on (a.learner_id, target.id)
        a.learner_id, target.id, a.first_joined_at, a.last_joined_at, 'carried', a.is_late, a.minutes
      from json_to_recordset(${JSON.stringify(placed)}::json) as placed ("purchaseId" uuid, "batchId" uuid)
      join purchase p on p.id = placed."purchaseId"
      join batch b on b.course_id = p.course_id and b.id <> placed."batchId"
      join live_class held on held.batch_id = b.id
      join attendance a on a.class_id = held.id and a.learner_id = p.learner_id
      join live_class target on target.batch_id = placed."batchId" and target.number = held.number
      order by a.learner_id, target.id, a.is_late, a.first_joined_at
      on conflict do nothing
      returning learner_id, class_id, is_late
    )
    insert into attendance_change (class_id, learner_id, mark, source, at, stored_at)
    select class_id, learner_id, case when is_late then 'late' else 'present' end, 'carried', ${at}, ${at} from carried`);
}
