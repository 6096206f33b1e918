import { type Api, type Institute, type ParsedInput, Refusal } from "@shoreline/contract";
import { sortPattern } from "@shoreline/domain/weekly";
import { eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { batchDraft } from "../../db/tables/batch-plan.ts";
import { batch } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { CourseRow } from "../course/queries.ts";
import { limitDemoNotices } from "../inbox/change.ts";
import { lockAttempt } from "../sale/queries.ts";
import { batchPlanned } from "../schedule/jobs.ts";
import { addBatches, type NewBatch, spanOf } from "../schedule/plan.ts";
import { takeTurns } from "../schedule/series.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { explainClashes } from "./clashes.ts";
import { lockDraft } from "./drafts.ts";
import {
  type BatchFormInput,
  checkJoinUntil,
  checkPlace,
  nobodyYet,
  type Plan,
  planCourse,
  readCourse,
} from "./form.ts";
import { nameOf } from "./queries.ts";

type Given = ParsedInput<Api["planning"]["open"]>;

/** Makes a batch with all its classes. The same attempt makes one. */
export async function openBatch(ctx: StaffCtx, { attemptId, draft, ...form }: Given) {
  const institute = await readInstitute(ctx.db);
  await limitDemoNotices(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockAttempt(tx, attemptId);
    if ((await tx.$count(batch, eq(batch.id, attemptId))) > 0) return { batchId: attemptId };
    const course = await readCourse(tx, form.courseId);
    if (draft) await takeDraft(tx, draft);
    const now = ctx.clock.now();
    const plan = await planCourse(tx, course, { ...form, timeZone: institute.timeZone, now });
    await storeBatch(tx, ctx, { id: attemptId, form, course, plan, institute });
    await enqueue(tx, batchPlanned, { batchId: attemptId });
    return { batchId: attemptId };
  });
}

async function takeDraft(tx: Db, { draftId, version }: { draftId: string; version: number }): Promise<void> {
  const row = await lockDraft(tx, draftId);
  if (row.version !== version) throw new Refusal("CHANGED_MEANWHILE");
  await tx.delete(batchDraft).where(eq(batchDraft.id, draftId));
}

type Storing = {
  id: string;
  form: Omit<BatchFormInput, "courseId" | "from">;
  course: CourseRow;
  plan: Plan;
  institute: Institute;
  action?: string;
};

/** With its entry in the audit log. A clash is explained. */
export async function storeBatch(tx: Db, ctx: StaffCtx, { id, form, course, plan, institute, action }: Storing) {
  const { trainer } = await checkPlace({ ...ctx, db: tx }, form, { institute });
  const { timeZone } = institute;
  const { trainerId, roomId, name, pattern, batchTime, batchType, seats, joinUntil } = form;
  const span = spanOf(plan.classes);
  checkJoinUntil(joinUntil, { endsAt: span.endsAt, timeZone });
  const planned: NewBatch = {
    ...{ id, courseId: course.id, batchTime, batchType, name, pattern: sortPattern(pattern), seats, joinUntil },
    ...{ trainerId, trainerName: trainer?.name ?? nobodyYet, roomId, meetingUrl: form.meetingUrl },
    ...{ makesMeetings: form.makesMeetings, isDemo: ctx.staff.isDemo, classes: plan.classes },
  };
  await takeTurns(tx, [trainerId, roomId]);
  await explainClashes(tx, { ...planned, trainerId, roomId, timeZone }, (inner) =>
    addBatches(inner, [planned], ctx.clock.now()),
  );
  await recordChange(tx, ctx, {
    ...{ action: action ?? "Opened a batch", kind: "batch", thingId: id },
    thing: `${course.name}, ${nameOf({ ...planned, name, pattern, startsAt: span.startsAt }, institute)}`,
    after: {
      ...{ pattern: planned.pattern, trainer: planned.trainerName, seats, joinUntil, classes: plan.classes.length },
      ...{ startsAt: span.startsAt.toISOString(), endsAt: span.endsAt.toISOString() },
    },
  });
}
