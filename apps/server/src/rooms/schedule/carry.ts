import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";

type Placed = { purchaseId: string; batchId: string };

/**
 * What learners attended and which homework they did in other batches of the course counts in their new one too: at the class with
 * the same number. What belongs to a purchase that was refunded is not carried. Calling it again changes nothing.
 */
export async function carryProgress(tx: Db, placed: Placed[], now: Date): Promise<void> {
  if (placed.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  const matching = sql`json_to_recordset(${JSON.stringify(placed)}::json) as placed ("purchaseId" uuid, "batchId" uuid)
      join purchase p on p.id = placed."purchaseId"
      join batch b on b.course_id = p.course_id and b.id <> placed."batchId"
      join live_class held on held.batch_id = b.id
      join live_class target on target.batch_id = placed."batchId" and target.number = held.number`;
  const isNotRefunded = sql`not exists (
        select from purchase old where old.learner_id = p.learner_id and old.course_id = p.course_id and old.state = 'refunded'
          and held.starts_at between old.purchased_at and old.state_since)`;
  await tx.execute(sql`
    with carried as (
      insert into attendance (learner_id, class_id, first_joined_at, last_joined_at, source, is_late, minutes)
      select distinct on (a.learner_id, target.id)
        a.learner_id, target.id, a.first_joined_at, a.last_joined_at, 'carried', a.is_late, a.minutes
      from ${matching} join attendance a on a.class_id = held.id and a.learner_id = p.learner_id
      where ${isNotRefunded}
      order by a.learner_id, target.id, a.is_late, a.first_joined_at
      on conflict do nothing
      returning learner_id, class_id, is_late
    )
    insert into attendance_change (class_id, learner_id, mark, source, at, stored_at)
    select class_id, learner_id, case when is_late then 'late' else 'present' end, 'carried', ${at}, ${at} from carried`);
  await tx.execute(sql`
    insert into homework_done (class_id, learner_id, done_at, staff_id)
    select distinct on (done.learner_id, target.id) target.id, done.learner_id, done.done_at, done.staff_id
    from ${matching} join homework_done done on done.class_id = held.id and done.learner_id = p.learner_id
    where ${isNotRefunded}
    order by done.learner_id, target.id, done.done_at
    on conflict do nothing`);
}
