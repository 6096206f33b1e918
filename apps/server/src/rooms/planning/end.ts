import { type Api, type BatchDetail, type ParsedInput, Refusal } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { takenSeats } from "../../db/taken-seats.ts";
import { limitDemoNotices } from "../inbox/change.ts";
import { movePlaces } from "../schedule/move-place.ts";
import { changeSeries } from "../schedule/series.ts";
import { reportIfWaiting } from "../schedule/waiting.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { refuse } from "./form.ts";
import type { BatchEnd } from "./mails.ts";
import { type BatchRow, listComing, listSitting, lockBatch, nameOf, type Sitting } from "./queries.ts";
import { readBatch } from "./read.ts";
import { tellLearners, tellWaiting } from "./tell.ts";

/** All learners go to another batch of the course, and this one ends. */
export async function mergeBatch(ctx: StaffCtx, given: ParsedInput<Api["planning"]["merge"]>) {
  await endBatch(ctx, { ...given, what: "merged" });
  return { batchId: given.toBatchId };
}

/** Learners move to a batch that staff choose, or wait for the next of the kind. */
export async function cancelBatch(
  ctx: StaffCtx,
  { reason, ...given }: ParsedInput<Api["planning"]["cancel"]>,
): Promise<BatchDetail> {
  await endBatch(ctx, { ...given, note: reason, what: "cancelled" });
  return readBatch(ctx, given);
}

type Ending = { batchId: string; version: number; toBatchId: string | null; note: string; what: BatchEnd };

async function endBatch(ctx: StaffCtx, { batchId, version, toBatchId, note, what }: Ending): Promise<void> {
  if (toBatchId === batchId) throw refuse({ toBatchId: "Choose another batch" });
  const institute = await readInstitute(ctx.db);
  await limitDemoNotices(ctx);
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const row = await lockBatch(tx, { batchId, version, otherId: toBatchId ?? undefined });
    // A finished batch has nothing to cancel, and its learners have their certificates.
    if (row.endsAt <= now) throw new Refusal("NOTHING_TO_COME");
    const learners = await listSitting(tx, batchId);
    if (toBatchId) await refuseOtherCourse(tx, { row, toBatchId });
    if (toBatchId) await movePlaces(tx, { purchaseIds: learners.map(({ purchaseId }) => purchaseId), toBatchId, now });
    else await endPlaces(tx, { batchId, learners, now });
    const waiting = await endWaiting(tx, { batchId, now });
    const coming = await listComing(tx, { batchId, now });
    const wishes = coming.map(({ id }) => ({ classId: id, isCancelled: true as const }));
    // Nobody is in it any more: what learners need to know is told below, once.
    await changeSeries(tx, { batchId, wishes, staffId: ctx.staff.id, now, isTold: false, note });
    await tx
      .update(batch)
      .set({ cancelledAt: now, version: row.version + 1 })
      .where(eq(batch.id, batchId));
    const [about] = await tx.select().from(course).where(eq(course.id, row.courseId));
    const { courseId, name: courseName } = about ?? { courseId: "", name: "" };
    await tellLearners(tx, { learners, what, toBatchId, about: { courseId, courseName }, note, now });
    await tellWaiting(tx, { learnerIds: waiting, about: { courseId, courseName }, note });
    await recordChange(tx, ctx, {
      ...{ action: what === "merged" ? "Merged a batch into another" : "Cancelled a batch", kind: "batch" },
      ...{ thingId: batchId, thing: `${courseName}, ${nameOf(row, institute)}` },
      after: { reason: note, learners: learners.length, toBatchId, classes: coming.length },
    });
  });
}

type Losing = { batchId: string; learners: Sitting[]; now: Date };

/** The learners wait for the next batch. Staff hear of those who still wait a while later. */
async function endPlaces(tx: Db, { batchId, learners, now }: Losing): Promise<void> {
  await tx.delete(batchPlace).where(eq(batchPlace.batchId, batchId));
  await reportIfWaiting(tx, { purchaseIds: learners.map(({ purchaseId }) => purchaseId), now });
}

async function refuseOtherCourse(tx: Db, { row, toBatchId }: { row: BatchRow; toBatchId: string }): Promise<void> {
  const [other] = await tx.select().from(batch).where(eq(batch.id, toBatchId));
  if (!other || other.courseId !== row.courseId || other.cancelledAt) throw new Refusal("UNKNOWN_BATCH");
}

/** A cancelled batch has no seats to wait for. Returns who waited. */
async function endWaiting(tx: Db, { batchId, now }: { batchId: string; now: Date }): Promise<string[]> {
  await tx.execute(sql`delete from seat_hold where batch_id = ${batchId}`);
  const { rows } = await tx.execute<{ learnerId: string }>(sql`
    update waiting_place set state = 'left', ended_at = ${now.toISOString()}::timestamptz
    where batch_id = ${batchId} and state in ('waiting', 'offered') returning learner_id as "learnerId"`);
  return rows.map(({ learnerId }) => learnerId);
}

/** Batches of the same course that are not over, the next one first. */
export async function listOthers({ db, clock }: StaffCtx, { batchId }: { batchId: string }) {
  const [row] = await db.select().from(batch).where(eq(batch.id, batchId));
  if (!row) throw new Refusal("UNKNOWN_BATCH");
  const { timeZone } = await readInstitute(db);
  const now = clock.now();
  const at = sql`${now.toISOString()}::timestamptz`;
  // As they are counted when these learners move there.
  const learnerIds = (await listSitting(db, batchId)).map(({ learnerId }) => learnerId);
  const taken = takenSeats({ batchId: sql`b.id`, now, ...(learnerIds.length > 0 ? { learnerIds } : {}) });
  type Other = Pick<BatchRow, "id" | "name" | "batchTime" | "batchType" | "pattern" | "seats"> & {
    startsAt: string;
    endsAt: string;
    taken: number;
    over: number;
  };
  const { rows } = await db.execute<Other>(sql`
    select b.id, b.name, b.batch_time as "batchTime", b.batch_type as "batchType", b.pattern, b.seats, b.starts_at as "startsAt",
      b.ends_at as "endsAt", ${taken} as taken,
      (select count(*)::int from live_class c where c.batch_id = b.id and c.cancelled_at is null and c.starts_at <= ${at}) as over
    from batch b where b.course_id = ${row.courseId} and b.id <> ${batchId} and b.cancelled_at is null and b.ends_at > ${at}
    order by b.starts_at, b.id limit 100`);
  const batches = rows.map(({ id, seats, taken: others, over, ...one }) => {
    const [startsAt, endsAt] = [new Date(one.startsAt), new Date(one.endsAt)];
    return {
      ...{ batchId: id, name: nameOf({ ...one, startsAt }, { timeZone }), over },
      ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
      seatsLeft: seats === null ? null : Math.max(0, seats - others),
    };
  });
  return { batches };
}
