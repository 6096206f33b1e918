import { type BatchToJoin, Refusal } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { isJoinable } from "@shoreline/domain/batch-place";
import { ownDays } from "@shoreline/domain/weekly";
import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { isOurTime } from "../../db/our-time.ts";
import { batch } from "../../db/tables/schedule.ts";
import { takenSeats } from "../../db/taken-seats.ts";
import { readInstitute } from "../site/queries.ts";

export type BatchRow = typeof batch.$inferSelect;

export function toPlaceBatch({ id, name, batchTime, batchType, pattern, startsAt, endsAt }: BatchRow) {
  return {
    ...{ batchId: id, name, batchTime, batchType, days: ownDays({ pattern, batchTime, batchType }) },
    ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
  };
}

export function seatsLeftOf({ seats, taken }: { seats: number | null; taken: number }): number | null {
  return seats === null ? null : Math.max(0, seats - taken);
}

// A course has a dozen at a time.
const mostBatches = 100;

type Asked = { courseId: string; now: Date; learnerId?: string };

/** The batches of a course that still take learners, the next to start first, with the seats that this learner could have. */
export async function listToJoin(db: Db, { courseId, now, learnerId }: Asked): Promise<BatchToJoin[]> {
  const rows = await db
    .select({
      batch,
      taken: takenSeats({ batchId: sql`${batch.id}`, now, ...(learnerId ? { learnerIds: [learnerId] } : {}) }),
      classesOver: sql<number>`(
        select count(*)::int from live_class c where c.batch_id = ${batch}.id and c.cancelled_at is null
          and c.starts_at + c.minutes * interval '1 minute' <= ${now.toISOString()}::timestamptz)`,
    })
    .from(batch)
    .where(
      and(
        ...[eq(batch.courseId, courseId), gt(batch.endsAt, now), isNull(batch.cancelledAt)],
        ...[isOurTime(batch.startsAt), isOurTime(batch.endsAt)],
      ),
    )
    .orderBy(asc(batch.startsAt), asc(batch.id))
    .limit(mostBatches);
  const today = await readToday(db, now);
  return rows
    .filter(({ batch: one }) => takesSomebody(one, { now, today }))
    .map(({ batch: one, taken, classesOver }) => ({
      ...toPlaceBatch(one),
      ...{ classesOver, seatsLeft: seatsLeftOf({ seats: one.seats, taken }) },
    }));
}

export async function readToday(db: Db, now: Date): Promise<string> {
  return dayAt(now, (await readInstitute(db)).timeZone);
}

export function takesSomebody(row: BatchRow, at: { now: Date; today: string }): boolean {
  return isJoinable({ ...row, isCancelled: row.cancelledAt !== null }, at);
}

type Wanted = { batchId: string; now: Date; learnerId: string; courseId?: string | undefined };

/** A batch that still takes learners, locked, and how many seats others have of it. Refuses any other. */
export async function lockToJoin(tx: Db, { batchId, now, learnerId, courseId }: Wanted) {
  const isThis = and(eq(batch.id, batchId), courseId ? eq(batch.courseId, courseId) : undefined);
  const [row] = await tx.select().from(batch).where(isThis).for("no key update");
  if (!row || !takesSomebody(row, { now, today: await readToday(tx, now) })) throw new Refusal("UNKNOWN_BATCH");
  const { rows } = await tx.execute<{ taken: number }>(sql`
    select ${takenSeats({ batchId: sql`${row.id}::uuid`, now, ...(learnerId ? { learnerIds: [learnerId] } : {}) })} as taken`);
  const taken = rows[0]?.taken ?? 0;
  return { batch: row, hasSeat: row.seats === null || taken < row.seats };
}
