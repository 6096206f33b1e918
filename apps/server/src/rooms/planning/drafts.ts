import { type Api, type Draft, type ParsedInput, Refusal } from "@shoreline/contract";
import type { BatchType } from "@shoreline/domain/course";
import { patternOf, sortPattern } from "@shoreline/domain/weekly";
import { eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { batchDraft, type DraftContent } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { batch } from "../../db/tables/schedule.ts";
import { staff } from "../../db/tables/staff.ts";
import { recordChange } from "../staff/audit.ts";
import { readCourse } from "./form.ts";

type Given = ParsedInput<Api["planning"]["saveDraft"]>;
type Row = typeof batchDraft.$inferSelect;

export async function readDraft({ db }: StaffCtx, { draftId }: { draftId: string }): Promise<Draft> {
  const [found] = await db
    .select({ draft: batchDraft, course: { courseId: course.courseId, name: course.name }, madeBy: staff.name })
    .from(batchDraft)
    .innerJoin(course, eq(course.id, batchDraft.courseId))
    .leftJoin(staff, eq(staff.id, batchDraft.madeBy))
    .where(eq(batchDraft.id, draftId));
  if (!found) throw new Refusal("UNKNOWN_DRAFT");
  const { id, version, changedAt, content } = found.draft;
  const { course: about, madeBy } = found;
  return { draftId: id, version, changedAt: changedAt.toISOString(), madeBy, course: about, content };
}

export async function lockDraft(tx: Db, draftId: string): Promise<Row> {
  const [row] = await tx.select().from(batchDraft).where(eq(batchDraft.id, draftId)).for("update");
  if (!row) throw new Refusal("UNKNOWN_DRAFT");
  return row;
}

export async function saveDraft(ctx: StaffCtx, { draftId, version, courseId, ...written }: Given) {
  const about = await readCourse(ctx.db, courseId);
  const content = { ...written, pattern: sortPattern(written.pattern) };
  return ctx.db.transaction(async (tx) => {
    if (!draftId) return addDraft(tx, ctx, { courseId: about.id, courseName: about.name, content });
    const row = await lockDraft(tx, draftId);
    if (row.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    const changed = { courseId: about.id, content, changedAt: ctx.clock.now(), version: row.version + 1 };
    await tx.update(batchDraft).set(changed).where(eq(batchDraft.id, draftId));
    await recordChange(tx, ctx, {
      ...{ action: "Changed the draft of a batch", kind: "batch", thingId: draftId, thing: about.name },
      ...{ before: { ...row.content }, after: content },
    });
    return { draftId, version: changed.version };
  });
}

type Adding = { courseId: string; courseName: string; content: DraftContent; action?: string };

async function addDraft(tx: Db, ctx: StaffCtx, { courseId, courseName, content, action }: Adding) {
  const { staff: author, clock } = ctx;
  const [row] = await tx
    .insert(batchDraft)
    .values({ courseId, content, madeBy: author.id, changedAt: clock.now(), isDemo: author.isDemo })
    .returning({ id: batchDraft.id });
  const draftId = row?.id ?? "";
  await recordChange(tx, ctx, {
    ...{ action: action ?? "Made the draft of a batch", kind: "batch", thingId: draftId, thing: courseName },
    after: content,
  });
  return { draftId, version: 0 };
}

export async function removeDraft(ctx: StaffCtx, { draftId }: { draftId: string }) {
  await ctx.db.transaction(async (tx) => {
    const row = await lockDraft(tx, draftId);
    await tx.delete(batchDraft).where(eq(batchDraft.id, draftId));
    const [about] = await tx.select({ name: course.name }).from(course).where(eq(course.id, row.courseId));
    await recordChange(tx, ctx, {
      ...{ action: "Removed the draft of a batch", kind: "batch", thingId: draftId, thing: about?.name ?? "" },
      before: { ...row.content },
    });
  });
  return { message: "The draft is removed." };
}

/** A draft with the same form, without days. */
export async function cloneBatch(ctx: StaffCtx, { batchId }: { batchId: string }) {
  return ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ batch, courseName: course.name })
      .from(batch)
      .innerJoin(course, eq(course.id, batch.courseId))
      .where(eq(batch.id, batchId));
    if (!found) throw new Refusal("UNKNOWN_BATCH");
    const { batchTime, batchType, trainerId, roomId, meetingUrl, makesMeetings, seats, name } = found.batch;
    const pattern = found.batch.pattern ?? patternOf({ batchTime, batchType: batchType as BatchType });
    const content = {
      ...{ name, from: null, pattern, batchTime, batchType, trainerId, roomId, meetingUrl, makesMeetings, seats },
      joinUntil: null,
    };
    return addDraft(tx, ctx, {
      ...{ courseId: found.batch.courseId, courseName: found.courseName, content, action: "Cloned a batch" },
    });
  });
}
