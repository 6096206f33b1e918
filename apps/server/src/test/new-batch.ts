import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { TestInstitute } from "./institute.ts";
import { asOwner } from "./owner.ts";

type NewBatch = {
  startsAt: Date[];
  trainer?: { id: string; name: string };
  roomId?: string;
  learners?: number;
  courseName?: string;
};

/** A batch of a course of its own, with a class of an hour at each of these times, and learners with a place in it. */
export async function newBatch(
  institute: TestInstitute,
  { startsAt, trainer, roomId, learners = 0, courseName = "Weaving" }: NewBatch,
) {
  const name = randomUUID();
  const times = startsAt.map((at) => at.toISOString());
  const [made] = await asOwner<{ batchId: string; classIds: string[] }>(
    institute,
    sql`
    with about as (
      insert into course (course_id, name, image, field, level, position, description, duration_in_hours, price_in_paise,
        outcomes, syllabus, questions)
      values (${name}, ${courseName}, '/x.svg', 'web', 'beginner', 1, 'x', 40, 0, '[]', '[]', '[]') returning id
    ), run as (
      insert into batch (course_id, batch_time, batch_type, starts_at, ends_at, trainer_id, room_id)
      select id, '9-10', 'week-days', ${times[0]}::timestamptz, ${times.at(-1)}::timestamptz + interval '1 hour',
        ${trainer?.id ?? null}::uuid, ${roomId ?? null}::uuid from about returning id, course_id
    ), people as (
      insert into learner (country_code, mobile_number, first_name, last_name, gender, date_of_birth, email, occupation,
        inst_or_org, state, country, created_at, updated_at)
      select '+0', ${name} || n, 'Kavya', 'Raman', 'female', '2004-02-29', n || '@' || ${name}, 'student', 'x', 'x', 'india',
        now(), now()
      from generate_series(1, ${learners}::int) n returning id
    ), bought as (
      insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
      select people.id, run.course_id, '9-10', 'week-days', '2026-11-01' from people, run returning id
    ), places as (
      insert into batch_place (purchase_id, batch_id, placed_at) select bought.id, run.id, '2026-11-01' from bought, run
    ), classes as (
      insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, trainer_id, room_id, changed_at)
      select run.id, t.number, t.at, 60, 'Topic ' || t.number, ${trainer?.name ?? ""}, ${trainer?.id ?? null}::uuid, ${roomId ?? null}::uuid, now()
      from run, unnest(${sql.param(times)}::timestamptz[]) with ordinality t (at, number)
      returning id, batch_id, number
    )
    select batch_id as "batchId", array_agg(id order by number) as "classIds" from classes group by batch_id`,
  );
  if (!made) throw new Error("A batch needs a class.");
  return { ...made, courseId: name };
}

/** The same hour on days one after the other. */
export function daily(first: string, count: number): Date[] {
  return Array.from({ length: count }, (_, at) => new Date(Date.parse(first) + at * 86_400_000));
}
