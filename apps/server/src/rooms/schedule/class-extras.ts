import type { WorkState } from "@shoreline/domain/class-homework";
import { sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { homeworkWork } from "../../db/tables/class-homework.ts";

/** What trainers add to a class. A change of it also changes the row of the class, so that kept schedules are read again. */
export type ClassExtras = {
  materialCount?: number;
  homework?: { homeworkId: string; title: string; dueOn: string | null }[];
  recordings?: { recordingId: string; name: string }[];
  notes?: { text: string; sentAt: string }[];
};

const mostNotes = 20;

/** By the id of the class; of classes that have some. */
export async function readExtras(db: Db, batchId: string): Promise<Map<string, ClassExtras>> {
  const { rows } = await db.execute<{ id: string } & { [Name in keyof ClassExtras]: ClassExtras[Name] | null }>(sql`
    select c.id, material.count as "materialCount", work.homework, film.recordings, note.notes
    from live_class c
    left join lateral (
      select nullif(count(*), 0)::int as count from material m where m.class_id = c.id
    ) material on true
    left join lateral (
      select json_agg(json_build_object('homeworkId', h.id, 'title', h.title, 'dueOn', h.due_on) order by h.set_at, h.id) as homework
      from homework h where h.class_id = c.id
    ) work on true
    left join lateral (
      select json_agg(json_build_object('recordingId', r.id, 'name', r.name) order by r.added_at, r.id) as recordings
      from recording r where r.class_id = c.id
    ) film on true
    left join lateral (
      select json_agg(json_build_object('text', n.text, 'sentAt', n.sent_at) order by n.sent_at desc) as notes
      from (select * from class_note where class_id = c.id order by sent_at desc limit ${mostNotes}) n
    ) note on true
    where c.batch_id = ${batchId} and (material.count is not null or work.homework is not null or film.recordings is not null or note.notes is not null)`);
  return new Map(rows.map(({ id, ...found }) => [id, extrasOf(found)]));
}

type Found = { [Name in keyof ClassExtras]?: ClassExtras[Name] | null };

function extrasOf({ materialCount, homework, recordings, notes }: Found): ClassExtras {
  return {
    ...(materialCount && { materialCount }),
    ...(homework && { homework }),
    ...(recordings && { recordings }),
    ...(notes && { notes: notes.map(({ text, sentAt }) => ({ text, sentAt: new Date(sentAt).toISOString() })) }),
  };
}

const statesOf = prepared((db) =>
  db
    .select({ homeworkId: homeworkWork.homeworkId, state: homeworkWork.state })
    .from(homeworkWork)
    .where(sql`${homeworkWork.learnerId} = ${sql.placeholder("learnerId")}`)
    .prepare("schedule_homework_states"),
);

/** By the id of the homework; of homework that a learner has handed in or done. */
export async function listWorkStates(db: Db, learnerId: string): Promise<ReadonlyMap<string, WorkState>> {
  return new Map((await statesOf(db, { learnerId })).map(({ homeworkId, state }) => [homeworkId, state]));
}
