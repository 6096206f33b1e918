import { Refusal } from "@shoreline/contract";
import { mostPoints, type RubricLine, sumPoints } from "@shoreline/domain/class-homework";
import { and, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { grading, homeworkWork } from "../../db/tables/class-homework.ts";
import type { Work } from "../homework/history.ts";
import { holdWork } from "../homework/hold-work.ts";
import { addToDigest } from "../notification/digest.ts";
import { listLearners } from "../teaching/roll.ts";
import { type FoundHomework, holdHomework, learnerPath } from "./own.ts";
import { readerOf, showWork } from "./read.ts";

type Given = Work & {
  gradingId: string;
  revision: number;
  outcome: "done" | "given back";
  points: number[] | null;
  comment: string;
};

export async function gradeWork(ctx: StaffCtx, given: Given) {
  const { homeworkId, learnerId } = given;
  return ctx.db.transaction(async (tx) => {
    const found = await holdHomework(ctx, tx, { homeworkId, what: "work" });
    const { batchId } = found.homework;
    // Refuses strangers before anything is stored about them.
    const reader = { ...readerOf(ctx), db: tx };
    await showWork(reader, { homeworkId, learnerId, batchId });
    await store(ctx, tx, { found, given });
    return showWork(reader, { homeworkId, learnerId, batchId });
  });
}

async function store(ctx: StaffCtx, tx: Db, { found, given }: { found: FoundHomework; given: Given }): Promise<void> {
  const { homeworkId, learnerId, gradingId, outcome, comment } = given;
  const now = ctx.clock.now();
  const { revision, versions } = await holdWork(tx, { homeworkId, learnerId, now });
  if (await isStored(tx, given)) return;
  if (revision !== given.revision) throw new Refusal("NEWER_WORK");
  if (outcome === "given back" && versions === 0)
    throw new Refusal("INVALID_INPUT", { fields: { outcome: "Nothing was handed in" } });
  if (outcome === "given back" && comment.length < 3) throw new Refusal("COMMENT_NEEDED");
  // Who is asked for another version gets points for that one.
  const { lines, points, most } = linesOf(found.homework.rubric, outcome === "done" ? given.points : null);
  await tx.insert(grading).values({
    ...{ id: gradingId, homeworkId, learnerId, version: versions, outcome, lines, points, comment, at: now },
    staffId: ctx.staff.id,
  });
  await tx
    .update(homeworkWork)
    .set({
      ...{ state: outcome, points, mostPoints: most, comment, changedAt: now },
      ...{ staffId: ctx.staff.id, revision: revision + 1 },
    })
    .where(and(eq(homeworkWork.homeworkId, homeworkId), eq(homeworkWork.learnerId, learnerId)));
  const news = outcome === "done" ? "is graded" : "was given back";
  await addToDigest(tx, [
    {
      ...{ learnerId, kind: "graded", at: now, about: `graded ${homeworkId}` },
      course: found.courseName,
      title: `“${found.homework.title}” ${news}`,
      link: learnerPath({ courseId: found.courseId, homeworkId }),
    },
  ]);
}

async function isStored(tx: Db, { gradingId, homeworkId, learnerId }: Given): Promise<boolean> {
  const [known] = await tx.select().from(grading).where(eq(grading.id, gradingId));
  if (!known) return false;
  if (known.homeworkId === homeworkId && known.learnerId === learnerId) return true;
  throw new Refusal("INVALID_INPUT", { fields: { gradingId: "Please reload the page" } });
}

/** The rubric is kept with the points: it may change later. */
function linesOf(rubric: RubricLine[], given: number[] | null) {
  if (!given || rubric.length === 0) return { lines: [], points: null, most: null };
  const points = sumPoints(rubric, given);
  if (points === null) throw new Refusal("WRONG_POINTS");
  return { lines: rubric.map((line, at) => ({ ...line, given: given[at] ?? 0 })), points, most: mostPoints(rubric) };
}

type DoneBy = { homeworkId: string; learnerIds: string[]; isDone: boolean };

/**
 * Without a grading. Who is not in the batch is left out; what was handed in waits again, without points, when the mark is taken back.
 */
export async function markDone(ctx: StaffCtx, { homeworkId, learnerIds, isDone }: DoneBy) {
  return ctx.db.transaction(async (tx) => {
    const { homework } = await holdHomework(ctx, tx, { homeworkId, what: "all" });
    const learners = await listLearners(tx, homework.batchId);
    const ids = sql`${sql.param(learnerIds.filter((id) => learners.has(id)))}::uuid[]`;
    const now = sql`${ctx.clock.now().toISOString()}::timestamptz`;
    if (isDone) {
      const { rowCount } = await tx.execute(sql`
        insert into homework_work as work (homework_id, learner_id, state, changed_at, staff_id)
        select ${homeworkId}, id, 'done', ${now}, ${ctx.staff.id} from unnest(${ids}) id
        on conflict (homework_id, learner_id) do update
          set state = 'done', changed_at = excluded.changed_at, staff_id = excluded.staff_id, revision = work.revision + 1
          where work.state <> 'done'`);
      return { changed: rowCount ?? 0 };
    }
    const isOfThem = sql`work.homework_id = ${homeworkId} and work.learner_id = any(${ids}) and work.state = 'done'`;
    const hasVersion = sql`exists (
      select from submission s where s.homework_id = work.homework_id and s.learner_id = work.learner_id)`;
    const removed = await tx.execute(sql`delete from homework_work work where ${isOfThem} and not ${hasVersion}`);
    const waiting = await tx.execute(sql`
      update homework_work work set state = 'handed in', points = null, most_points = null, comment = '', changed_at = ${now},
        staff_id = ${ctx.staff.id}, revision = revision + 1
      where ${isOfThem}`);
    return { changed: (removed.rowCount ?? 0) + (waiting.rowCount ?? 0) };
  });
}
