import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { batch } from "../../db/tables/schedule.ts";
import { limitDemoNotices } from "../inbox/change.ts";
import { lockAttempt } from "../sale/queries.ts";
import { movePlaces } from "../schedule/move-place.ts";
import { updateBatch } from "../schedule/series.ts";
import { readInstitute } from "../site/queries.ts";
import { planRest, readCourse } from "./form.ts";
import { storeBatch } from "./open.ts";
import { listComing, listSitting, lockBatch } from "./queries.ts";
import { tellLearners } from "./tell.ts";

type Given = ParsedInput<Api["planning"]["split"]>;

/** A second batch teaches the classes to come at its own time, and has the past ones too, so that attendance moves along. */
export async function splitBatch(ctx: StaffCtx, given: Given) {
  const { batchId, version, purchaseIds, attemptId, note, ...form } = given;
  const institute = await readInstitute(ctx.db);
  await limitDemoNotices(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockAttempt(tx, attemptId);
    if ((await tx.$count(batch, eq(batch.id, attemptId))) > 0) return { batchId: attemptId };
    const row = await lockBatch(tx, { batchId, version });
    const chosen = new Set(purchaseIds);
    const learners = (await listSitting(tx, batchId)).filter(({ purchaseId }) => chosen.has(purchaseId));
    if (learners.length < chosen.size) throw new Refusal("UNKNOWN_PURCHASE");
    const now = ctx.clock.now();
    const coming = await listComing(tx, { batchId, now });
    if (coming.length === 0) throw new Refusal("NOTHING_TO_COME");
    const { timeZone } = institute;
    const rest = await planRest(tx, { ...form, count: coming.length, timeZone, now });
    const classes = rest.classes.map(({ startsAt }, at) => ({
      ...{ startsAt, number: coming[at]?.number ?? at + 1, topic: coming[at]?.topic ?? "" },
    }));
    const [about] = await tx.select({ courseId: course.courseId }).from(course).where(eq(course.id, row.courseId));
    const ofCourse = await readCourse(tx, about?.courseId ?? "");
    const plan = { ...rest, classes };
    const storing = { id: attemptId, form, course: ofCourse, plan, institute, action: "Split a batch" };
    await storeBatch(tx, ctx, storing);
    await copyPast(tx, { fromId: batchId, toId: attemptId, now });
    await updateBatch(tx, attemptId);
    await tx
      .update(batch)
      .set({ version: row.version + 1 })
      .where(eq(batch.id, batchId));
    await movePlaces(tx, { purchaseIds: [...chosen], toBatchId: attemptId, now });
    const told = { courseId: ofCourse.courseId, courseName: ofCourse.name };
    await tellLearners(tx, { learners, what: "split", toBatchId: attemptId, about: told, note, now });
    return { batchId: attemptId };
  });
}

/** Without the account of the trainer and the room: the class was held once. */
async function copyPast(tx: Db, { fromId, toId, now }: { fromId: string; toId: string; now: Date }): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, topic_held, finished_at, recording_url,
      meeting_url, changed_at)
    select ${toId}::uuid, number, starts_at, minutes, topic, trainer_name, topic_held, finished_at, recording_url, meeting_url, ${at}
    from live_class where batch_id = ${fromId} and cancelled_at is null and starts_at <= ${at}`);
}
