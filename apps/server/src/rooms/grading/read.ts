import { type HomeworkPage, type LearnerWork, Refusal, type WorkPage } from "@shoreline/contract";
import type { WorkState } from "@shoreline/domain/class-homework";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { filesOfHomework, type Reader } from "../homework/files.ts";
import { readHistory, type Work } from "../homework/history.ts";
import { findHomework, placeOf } from "./own.ts";

/** Links to files are for who asks. */
export const readerOf = ({ db, clock, staff }: StaffCtx): Reader => ({ db, clock, who: { staffId: staff.id } });

export async function readHomework(ctx: StaffCtx, { homeworkId }: { homeworkId: string }): Promise<HomeworkPage> {
  const { db } = ctx;
  const found = await findHomework(ctx, homeworkId);
  const { title, text, dueOn, allowsLate, rubric, setAt, version, batchId } = found.homework;
  return {
    ...placeOf(found),
    ...{ homeworkId, title, text, dueOn, allowsLate, rubric, setAt: setAt.toISOString(), version },
    who: found.who ?? "",
    files: (await filesOfHomework(readerOf(ctx), [homeworkId])).get(homeworkId) ?? [],
    handedIn: await countHandedIn(db, homeworkId),
    work: await listWork(db, { homeworkId, batchId }),
  };
}

/** Also who has left the batch: their work goes with the homework too. */
export async function countHandedIn(db: Db, homeworkId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct learner_id)::int as count from submission where homework_id = ${homeworkId}`);
  return rows[0]?.count ?? 0;
}

type WorkRow = Omit<LearnerWork, "at"> & { at: string | null };

/** Everybody of the batch who has the course still. */
async function listWork(db: Db, { homeworkId, batchId }: { homeworkId: string; batchId: string }) {
  const { rows } = await db.execute<WorkRow>(sql`
    select l.id as "learnerId", trim(l.first_name || ' ' || l.last_name) as name, p.state = 'suspended' as "isOnHold",
      coalesce(work.state, 'open') as state, work.points,
      work.most_points as "mostPoints", coalesce(last.version, 0) as version,
      coalesce(last.is_late, false) as "isLate", last.at, alike.percent as likeness
    from batch_place place
    join purchase p on p.id = place.purchase_id and p.state in ('active', 'suspended')
    join learner l on l.id = p.learner_id
    left join homework_work work on work.homework_id = ${homeworkId} and work.learner_id = l.id
    left join lateral (
      select id, version, is_late, at from submission s where s.homework_id = ${homeworkId} and s.learner_id = l.id
      order by version desc limit 1
    ) last on true
    left join lateral (
      select max(percent) as percent from submission_likeness k where k.one_id = last.id or k.other_id = last.id
    ) alike on true
    where place.batch_id = ${batchId}
    order by lower(l.first_name), lower(l.last_name), l.id`);
  return rows.map((row) => ({ ...row, at: row.at && new Date(row.at).toISOString() }));
}

export async function readWork(ctx: StaffCtx, work: Work): Promise<WorkPage> {
  const found = await findHomework(ctx, work.homeworkId);
  return showWork(readerOf(ctx), { ...work, batchId: found.homework.batchId });
}

/** Refuses who is not in the batch and has handed in nothing. */
export async function showWork(
  reader: Reader,
  { homeworkId, learnerId, batchId }: Work & { batchId: string },
): Promise<WorkPage> {
  const { db } = reader;
  const { rows } = await db.execute<{ name: string; state: WorkState; revision: number }>(sql`
    select trim(l.first_name || ' ' || l.last_name) as name, coalesce(work.state, 'open') as state, coalesce(work.revision, 0) as revision
    from learner l left join homework_work work on work.homework_id = ${homeworkId} and work.learner_id = l.id
    where l.id = ${learnerId} and (work.learner_id is not null or exists (
      select from batch_place place join purchase p on p.id = place.purchase_id
      where place.batch_id = ${batchId} and p.learner_id = l.id and p.state in ('active', 'suspended')))`);
  const [who] = rows;
  if (!who) throw new Refusal("NOT_IN_BATCH");
  return {
    ...{ learnerId, ...who },
    ...(await readHistory(reader, { homeworkId, learnerId })),
    alike: await listAlike(db, { homeworkId, learnerId }),
  };
}

async function listAlike(db: Db, { homeworkId, learnerId }: Work): Promise<WorkPage["alike"]> {
  const { rows } = await db.execute<WorkPage["alike"][number]>(sql`
    select own.version, k.percent, own.id as "submissionId", other.id as "otherId",
      trim(l.first_name || ' ' || l.last_name) as "otherName"
    from submission own
    join submission_likeness k on k.one_id = own.id or k.other_id = own.id
    join submission other on other.id = case when k.one_id = own.id then k.other_id else k.one_id end
    join learner l on l.id = other.learner_id
    where own.homework_id = ${homeworkId} and own.learner_id = ${learnerId}
    order by own.version desc, k.percent desc, other.id limit 20`);
  return rows;
}

type Pair = { homeworkId: string; submissionId: string; otherId: string };

export async function compareWork(ctx: StaffCtx, { homeworkId, submissionId, otherId }: Pair) {
  await findHomework(ctx, homeworkId);
  const { rows } = await ctx.db.execute<{
    id: string;
    name: string;
    version: number;
    at: string;
    text: string;
    percent: number;
  }>(sql`
    select s.id, trim(l.first_name || ' ' || l.last_name) as name, s.version, s.at, s.text, k.percent
    from submission_likeness k
    join submission s on s.id in (k.one_id, k.other_id) and s.homework_id = ${homeworkId}
    join learner l on l.id = s.learner_id
    where k.one_id = least(${submissionId}::uuid, ${otherId}::uuid) and k.other_id = greatest(${submissionId}::uuid, ${otherId}::uuid)`);
  const [one, other] = [submissionId, otherId].map((id) => rows.find((row) => row.id === id));
  if (!one || !other) throw new Refusal("UNKNOWN_HOMEWORK");
  const texts = [one, other].map(({ name, version, at, text }) => ({
    ...{ name, version, text, at: new Date(at).toISOString() },
  }));
  return { percent: one.percent, texts };
}
