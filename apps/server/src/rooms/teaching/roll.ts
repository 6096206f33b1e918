import { type MarkGiven, type MarkStored, Refusal } from "@shoreline/contract";
import { opensAt } from "@shoreline/domain/schedule";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { attendanceChange } from "../../db/tables/class.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { storePresences } from "../schedule/presence.ts";
import { recordChange } from "../staff/audit.ts";
import { aboutClass, type FoundClass, holdClass } from "./own.ts";

/**
 * Phones send later what was marked in the class. After so long that is a correction too, by the server's clock: the time of a mark is
 * what a phone says.
 */
const lateMs = 12 * 3_600_000;

type Roll = { classId: string; marks: MarkGiven[]; reason: string };

/**
 * Marks of learners who have left the batch meanwhile, and marks after the end without a reason, are refused one by one: the others on
 * the phone must not wait for them.
 */
export async function markRoll(ctx: StaffCtx, { classId, marks, reason }: Roll): Promise<{ marks: MarkStored[] }> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const found = await holdClass(ctx, tx, classId);
    refuseClosed(found, now);
    const { finishedAt } = found;
    const isLate = finishedAt !== null && now.getTime() - finishedAt.getTime() > lateMs;
    const isCorrection = ({ at }: MarkGiven) => finishedAt !== null && (isLate || new Date(at) >= finishedAt);
    const stored = await listStored(tx, { found, marks });
    const needsReason = (one: MarkGiven) => isCorrection(one) && reason.length < 3 && !stored.has(one.markId);
    const learners = await listLearners(tx, found.batchId);
    const known = marks.filter((one) => learners.has(one.learnerId) && !needsReason(one));
    const before = await readMarksNow(tx, { found, learners: known.map(({ learnerId }) => learnerId) });
    const holding = await storePresences(tx, {
      ...{ classId, now },
      marks: known.map((one) => ({
        ...{ id: one.markId, learnerId: one.learnerId, mark: one.mark, at: new Date(one.at), staffId: ctx.staff.id },
        ...(isCorrection(one) ? { source: "corrected" as const, reason } : { source: "roll-call" as const }),
      })),
    });
    const changed = finishedAt ? known.filter(({ markId }) => holding.has(markId)) : [];
    await recordMarks(tx, ctx, {
      ...{ found, before, reason, action: "Corrected the attendance" },
      marks: changed.filter(isCorrection),
    });
    await recordMarks(tx, ctx, {
      ...{ found, before, action: "Marked after the end what was seen before it" },
      marks: changed.filter((one) => !isCorrection(one) && one.mark !== (before.get(one.learnerId) ?? "absent")),
    });
    return { marks: marks.map((one) => ({ markId: one.markId, outcome: outcomeOf(one) })) };

    function outcomeOf(one: MarkGiven): MarkStored["outcome"] {
      if (!learners.has(one.learnerId)) return "not in the batch";
      if (needsReason(one)) return "needs a reason";
      return holding.has(one.markId) ? "holds" : "older";
    }
  });
}

type Recorded = {
  found: FoundClass;
  action: string;
  marks: MarkGiven[];
  before: Map<string, string>;
  reason?: string;
};

/** By the learner's id: the log must not name people whom an erasure would not find there. */
async function recordMarks(tx: Db, ctx: StaffCtx, { found, action, marks, before, reason }: Recorded): Promise<void> {
  if (marks.length === 0) return;
  await recordChange(tx, ctx, {
    ...{ ...aboutClass(found), action },
    before: { marks: Object.fromEntries(marks.map(({ learnerId }) => [learnerId, before.get(learnerId) ?? "absent"])) },
    after: {
      marks: Object.fromEntries(marks.map(({ learnerId, mark }) => [learnerId, mark])),
      ...(reason ? { reason } : {}),
    },
  });
}

/** Marks of a finished class that a phone sends again because it never got the answer. */
async function listStored(tx: Db, { found, marks }: { found: FoundClass; marks: MarkGiven[] }): Promise<Set<string>> {
  if (!found.finishedAt) return new Set();
  const ids = marks.map(({ markId }) => markId);
  const isStored = and(eq(attendanceChange.classId, found.id), inArray(attendanceChange.id, ids));
  const rows = await tx.select({ id: attendanceChange.id }).from(attendanceChange).where(isStored);
  return new Set(rows.map(({ id }) => id));
}

type Finish = { classId: string; rest: "present" | "absent"; topicHeld?: string | undefined };

/** A second time changes nothing. */
export async function finishClass(ctx: StaffCtx, { classId, rest, topicHeld }: Finish): Promise<{ marked: number }> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const found = await holdClass(ctx, tx, classId);
    refuseClosed(found, now);
    if (found.finishedAt) return { marked: 0 };
    const unmarked = await listUnmarked(tx, found);
    const same = { mark: rest, source: "roll-call" as const, at: now, staffId: ctx.staff.id };
    await storePresences(tx, { classId, now, marks: unmarked.map((learnerId) => ({ ...same, learnerId })) });
    const held = topicHeld === undefined ? {} : { topicHeld: topicHeld === found.topic ? "" : topicHeld };
    await tx
      .update(liveClass)
      .set({ finishedAt: now, ...held })
      .where(eq(liveClass.id, classId));
    await recordChange(tx, ctx, {
      ...aboutClass(found),
      action: "Finished a class",
      after: { others: unmarked.length > 0 ? `${unmarked.length} ${rest}` : "all marked", ...held },
    });
    return { marked: unmarked.length };
  });
}

function refuseClosed(found: FoundClass, now: Date): void {
  if (found.cancelledAt) throw new Refusal("CLASS_CANCELLED");
  if (now < opensAt(found)) throw new Refusal("ROLL_NOT_OPEN");
}

/** Everybody of the batch who has the course still. */
export async function listLearners(tx: Db, batchId: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.learner_id as id from batch_place place join purchase p on p.id = place.purchase_id
    where place.batch_id = ${batchId} and p.state in ('active', 'suspended')`);
  return new Set(rows.map(({ id }) => id));
}

async function listUnmarked(tx: Db, { id, batchId }: FoundClass): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.learner_id as id from batch_place place join purchase p on p.id = place.purchase_id
    where place.batch_id = ${batchId} and p.state in ('active', 'suspended')
      and not exists (select from attendance a where a.class_id = ${id} and a.learner_id = p.learner_id)
      and not exists (select from attendance_change m where m.class_id = ${id} and m.learner_id = p.learner_id)`);
  return rows.map(({ id: learnerId }) => learnerId);
}

async function readMarksNow(tx: Db, { found, learners }: { found: FoundClass; learners: string[] }) {
  if (!found.finishedAt) return new Map<string, string>();
  const { rows } = await tx.execute<{ id: string; mark: string }>(sql`
    select learner_id as id, case when is_late then 'late' else 'present' end as mark from attendance
    where class_id = ${found.id} and learner_id = any(${sql.param(learners)}::uuid[])`);
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}
