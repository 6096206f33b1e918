import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";

type Carrying = { purchaseId: string; toBatchId: string; now: Date };

/**
 * What a learner attended in other batches of the course counts in the new one too: the class with the same number. Calling it
 * again changes nothing.
 */
export async function carryAttendance(tx: Db, { purchaseId, toBatchId, now }: Carrying): Promise<void> {
  await tx.execute(sql`
    with carried as (
      insert into attendance (learner_id, class_id, first_joined_at, last_joined_at, source, is_late, minutes)
      select distinct on (target.id) a.learner_id, target.id, a.first_joined_at, a.last_joined_at, 'carried', a.is_late, a.minutes
      from purchase p
      join batch b on b.course_id = p.course_id and b.id <> ${toBatchId}
      join live_class held on held.batch_id = b.id
      join attendance a on a.class_id = held.id and a.learner_id = p.learner_id
      join live_class target on target.batch_id = ${toBatchId} and target.number = held.number
      where p.id = ${purchaseId}
      order by target.id, a.is_late, a.first_joined_at
      on conflict do nothing
      returning learner_id, class_id, is_late
    )
    insert into attendance_change (class_id, learner_id, mark, source, at, stored_at)
    select class_id, learner_id, case when is_late then 'late' else 'present' end, 'carried',
      ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from carried`);
}
