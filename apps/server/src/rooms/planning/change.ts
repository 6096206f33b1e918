import { type Api, type BatchDetail, type Institute, type ParsedInput, Refusal } from "@shoreline/contract";
import { patternOf, sortPattern } from "@shoreline/domain/weekly";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { batch } from "../../db/tables/schedule.ts";
import { seatsInUse } from "../../db/taken-seats.ts";
import { enqueue } from "../../jobs/queue.ts";
import { limitDemoNotices } from "../inbox/change.ts";
import { seatsFreed } from "../schedule/jobs.ts";
import { type ClassWish, changeSeries } from "../schedule/series.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { checkJoinUntil, checkPlace, nobodyYet, planRest, refuse } from "./form.ts";
import { type BatchRow, listComing, lockBatch, nameOf } from "./queries.ts";
import { readBatch } from "./read.ts";

type Given = ParsedInput<Api["planning"]["change"]>;

/** Trainer, room, link and pattern hold for the classes to come. Learners get one notice, however many classes it moves. */
export async function changeBatch(ctx: StaffCtx, given: Given): Promise<BatchDetail> {
  const institute = await readInstitute(ctx.db);
  await limitDemoNotices(ctx);
  await ctx.db.transaction(async (tx) => {
    const row = await lockBatch(tx, given);
    await refuseTooFew(tx, { row, seats: given.seats, now: ctx.clock.now() });
    await changeClasses(tx, ctx, { row, given, institute });
    await moveLink(tx, { row, link: given.meetingUrl, now: ctx.clock.now() });
    await store(tx, ctx, { row, given, institute });
  });
  return readBatch(ctx, given);
}

type Fewer = { row: BatchRow; seats: number | null; now: Date };

/** Who pays for a seat, or was offered one, gets it. */
async function refuseTooFew(tx: Db, { row, seats, now }: Fewer): Promise<void> {
  if (seats === null || (row.seats !== null && seats >= row.seats)) return;
  const { rows } = await tx.execute<{ taken: number }>(sql`
    select ${seatsInUse({ batchId: sql`${row.id}::uuid`, now })} as taken`);
  const taken = rows[0]?.taken ?? 0;
  if (seats < taken) throw refuse({ seats: `${taken} seats of this batch are taken or held` });
}

type Changing = { row: BatchRow; given: Given; institute: Institute };

async function changeClasses(tx: Db, ctx: StaffCtx, { row, given, institute }: Changing): Promise<void> {
  const now = ctx.clock.now();
  const { trainer } = await checkPlace({ ...ctx, db: tx }, given, { institute, before: row });
  const isRestaffed = given.trainerId !== row.trainerId;
  const isMoved = given.roomId !== row.roomId;
  if (!isRestaffed && !isMoved && !given.again) return;
  const coming = await listComing(tx, { batchId: row.id, now });
  if (coming.length === 0) throw new Refusal("NOTHING_TO_COME");
  const plan = given.again
    ? await planRest(tx, { ...given.again, count: coming.length, timeZone: institute.timeZone, now })
    : null;
  const wishes = coming.map(({ id }, at): ClassWish => {
    const startsAt = plan?.classes[at]?.startsAt;
    return {
      classId: id,
      ...(startsAt ? { startsAt } : {}),
      ...(isRestaffed ? { trainer: { id: given.trainerId, name: trainer?.name ?? nobodyYet } } : {}),
      ...(isMoved ? { roomId: given.roomId } : {}),
    };
  });
  const change = { batchId: row.id, wishes, staffId: ctx.staff.id, now, isTold: true, note: given.note };
  await changeSeries(tx, change);
}

/** Classes with a link of their own keep it. */
async function moveLink(tx: Db, { row, link, now }: { row: BatchRow; link: string; now: Date }): Promise<void> {
  if (link === row.meetingUrl) return;
  await tx.execute(sql`
    update live_class set meeting_url = ${link}
    where batch_id = ${row.id} and starts_at > ${now.toISOString()}::timestamptz
      and meeting_url in ('', ${row.meetingUrl})`);
}

async function store(tx: Db, ctx: StaffCtx, { row, given, institute }: Changing): Promise<void> {
  const { name, seats, joinUntil, trainerId, roomId, meetingUrl, makesMeetings, batchTime, batchType, again } = given;
  const pattern = again ? sortPattern(again.pattern) : row.pattern;
  const values = {
    name,
    seats,
    joinUntil,
    trainerId,
    roomId,
    meetingUrl,
    makesMeetings,
    batchTime,
    batchType,
    pattern,
  };
  const [changed] = await tx
    .update(batch)
    .set({ ...values, version: row.version + 1 })
    .where(eq(batch.id, row.id))
    .returning();
  if (seats === null || (row.seats !== null && seats > row.seats)) await enqueue(tx, seatsFreed, { batchId: row.id });
  if (joinUntil !== row.joinUntil) checkJoinUntil(joinUntil, { ...institute, endsAt: changed?.endsAt ?? row.endsAt });
  // Its learners bought what it is sold as now.
  if (batchTime !== row.batchTime || batchType !== row.batchType) await relabel(tx, given);
  const [about] = await tx.select({ name: course.name }).from(course).where(eq(course.id, row.courseId));
  const shown = ({ pattern: own, ...one }: Pick<BatchRow, keyof typeof values>) => ({
    ...{ ...one, pattern: own ?? patternOf(one) },
  });
  await recordChange(tx, ctx, {
    ...{ action: "Changed a batch", kind: "batch", thingId: row.id },
    thing: `${about?.name ?? ""}, ${nameOf(row, institute)}`,
    before: shown(pick(row)),
    after: { ...shown(values), ...(given.note ? { note: given.note } : {}) },
  });
}

function pick(row: BatchRow) {
  const { name, seats, joinUntil, trainerId, roomId, meetingUrl, makesMeetings, batchTime, batchType, pattern } = row;
  return { name, seats, joinUntil, trainerId, roomId, meetingUrl, makesMeetings, batchTime, batchType, pattern };
}

type Kind = Pick<Given, "batchTime" | "batchType"> & { batchId: string };

async function relabel(tx: Db, { batchId, batchTime, batchType }: Kind): Promise<void> {
  const kind = sql`batch_time = ${batchTime}, batch_type = ${batchType}`;
  const placed = sql`(select purchase_id from batch_place where batch_id = ${batchId})`;
  await tx.execute(sql`update purchase set ${kind} where id in ${placed}`);
  await tx.execute(sql`update sale set ${kind} where purchase_id in ${placed}`);
}
