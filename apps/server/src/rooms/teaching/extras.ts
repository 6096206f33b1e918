import { Refusal } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { classNote } from "../../db/tables/class.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { pathOf } from "../schedule/class-mails.ts";
import { type FoundClass, holdClass } from "./own.ts";
import { listLearners } from "./roll.ts";

/** In a transaction that holds the class. Schedules that are kept in memory are read again when its row has changed. */
async function changing<Result>(ctx: StaffCtx, classId: string, work: (tx: Db, found: FoundClass) => Promise<Result>) {
  return ctx.db.transaction(async (tx) => {
    const found = await holdClass(ctx, tx, classId);
    const result = await work(tx, found);
    await tx
      .update(liveClass)
      .set({ topic: sql`${liveClass.topic}` })
      .where(eq(liveClass.id, classId));
    return result;
  });
}

type Change = { classId: string; topicHeld?: string | undefined; recordingUrl?: string | undefined };

export async function changeClass(ctx: StaffCtx, { classId, topicHeld, recordingUrl }: Change) {
  return changing(ctx, classId, async (tx, { topic }) => {
    const values = {
      ...(topicHeld === undefined ? {} : { topicHeld: topicHeld === topic ? "" : topicHeld }),
      ...(recordingUrl === undefined ? {} : { recordingUrl }),
    };
    if (Object.keys(values).length > 0) await tx.update(liveClass).set(values).where(eq(liveClass.id, classId));
    return {};
  });
}

/** One notification to each learner of the batch. The same note again sends nothing. */
export async function writeNote(
  ctx: StaffCtx,
  { classId, text, noteId }: { classId: string; text: string; noteId: string },
) {
  return changing(ctx, classId, async (tx, found) => {
    const learners = [...(await listLearners(tx, found.batchId))];
    if (learners.length === 0) throw new Refusal("NO_LEARNERS");
    const note = {
      id: noteId,
      classId,
      text,
      learners: learners.length,
      sentAt: ctx.clock.now(),
      staffId: ctx.staff.id,
    };
    const stored = await tx.insert(classNote).values(note).onConflictDoNothing().returning({ id: classNote.id });
    if (stored.length > 0) {
      const shown = { title: `${found.courseName}: a note from ${ctx.staff.name}`, text, link: pathOf(found) };
      await enqueueAll(
        tx,
        notifyLearner,
        learners.map((learnerId) => ({ ...shown, learnerId })),
      );
    }
    return { learners: learners.length };
  });
}
