import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";

type Placed = { purchaseId: string; batchId: string };

/** The classes of other batches of the course beside those with the same number in the new one. */
function classesOf(placed: Placed[]) {
  const matching = sql`json_to_recordset(${JSON.stringify(placed)}::json) as placed ("purchaseId" uuid, "batchId" uuid)
      join purchase p on p.id = placed."purchaseId"
      join batch b on b.course_id = p.course_id and b.id <> placed."batchId"
      join live_class held on held.batch_id = b.id
      join live_class target on target.batch_id = placed."batchId" and target.number = held.number`;
  const isNotRefunded = sql`not exists (
        select from purchase old where old.learner_id = p.learner_id and old.course_id = p.course_id and old.state = 'refunded'
          and held.starts_at between old.purchased_at and old.state_since)`;
  return { matching, isNotRefunded };
}

/**
 * What learners attended and which homework they did in other batches of the course counts in their new one too: at the class with
 * the same number. What belongs to a purchase that was refunded is not carried. Calling it again changes nothing.
 */
export async function carryProgress(tx: Db, placed: Placed[], now: Date): Promise<void> {
  if (placed.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  const { matching, isNotRefunded } = classesOf(placed);
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
  await carryHomework(tx, placed);
}

/** Of several homeworks of one class the first counts for the first, the second for the second. Points stay behind: the rubrics differ. */
export async function carryHomework(tx: Db, placed: Placed[]): Promise<void> {
  const { matching, isNotRefunded } = classesOf(placed);
  const ofClass = (side: "held" | "target") =>
    sql.raw(`lateral (
      select h.id, row_number() over (order by h.set_at, h.id) as nth from homework h where h.class_id = ${side}.id) ${side}_homework`);
  await tx.execute(sql`
    insert into homework_work (homework_id, learner_id, state, comment, changed_at, staff_id)
    select distinct on (done.learner_id, target_homework.id)
      target_homework.id, done.learner_id, 'done', done.comment, done.changed_at, done.staff_id
    from ${matching}
      cross join ${ofClass("held")}
      join ${ofClass("target")} on target_homework.nth = held_homework.nth
      join homework_work done on done.homework_id = held_homework.id and done.learner_id = p.learner_id and done.state = 'done'
    where ${isNotRefunded}
    order by done.learner_id, target_homework.id, done.changed_at
    on conflict do nothing`);
}
