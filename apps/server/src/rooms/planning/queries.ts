import { Refusal } from "@shoreline/contract";
import { addDays, type Day } from "@shoreline/domain/batch";
import { teachingTimes } from "@shoreline/domain/weekly";
import { and, asc, between, eq, isNull, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { campusRoom, holiday } from "../../db/tables/batch-plan.ts";
import { batch } from "../../db/tables/schedule.ts";
import { formatDay } from "../../format.ts";

export type BatchRow = typeof batch.$inferSelect;

type Named = Pick<BatchRow, "name" | "batchTime" | "batchType" | "pattern"> & { startsAt: Date };

/** What staff call a batch, without its course. */
export function nameOf({ name, startsAt, ...taught }: Named, { timeZone }: { timeZone: string }): string {
  return name || `${teachingTimes(taught)}, from ${formatDay(startsAt, { timeZone })}`;
}

export async function findOpenRoom(db: Db, roomId: string) {
  const [found] = await db
    .select()
    .from(campusRoom)
    .where(and(eq(campusRoom.id, roomId), isNull(campusRoom.closedAt)));
  return found ?? null;
}

// The longest plan: what comes later is not looked at.
const farthestDays = 7400;

/** The names of the days without classes from a day on. */
export async function readHolidayNames(db: Db, from: Day): Promise<Map<Day, string>> {
  const rows = await db
    .select()
    .from(holiday)
    .where(between(holiday.day, from, addDays(from, farthestDays)));
  return new Map(rows.map(({ day, name }) => [day, name]));
}

/** Holds a batch until the transaction ends, with the purchases in it and their sales before it, as payments and transfers do. */
export async function lockBatch(
  tx: Db,
  { batchId, version, otherId }: { batchId: string; version: number; otherId?: string | undefined },
): Promise<BatchRow> {
  const ofBatch = sql`(select purchase_id from batch_place where batch_id = ${batchId})`;
  await tx.execute(sql`select from sale where purchase_id in ${ofBatch} order by id for update`);
  await tx.execute(sql`select from purchase where id in ${ofBatch} order by id for no key update`);
  const ids = otherId ? [batchId, otherId] : [batchId];
  const rows = await tx
    .select()
    .from(batch)
    .where(sql`${batch.id} = ${anyOf(ids)}`)
    .orderBy(asc(batch.id))
    .for("update");
  const row = rows.find(({ id }) => id === batchId);
  if (!row) throw new Refusal("UNKNOWN_BATCH");
  if (row.cancelledAt) throw new Refusal("BATCH_IS_CANCELLED");
  if (row.version !== version) throw new Refusal("CHANGED_MEANWHILE");
  return row;
}

export type ComingClass = { id: string; number: number; topic: string };

/** The classes of a batch that have not begun, in their order. */
export async function listComing(db: Db, { batchId, now }: { batchId: string; now: Date }): Promise<ComingClass[]> {
  const { rows } = await db.execute<ComingClass>(sql`
    select id, number, topic from live_class
    where batch_id = ${batchId} and cancelled_at is null and starts_at > ${now.toISOString()}::timestamptz
    order by starts_at, number`);
  return rows;
}

export type Sitting = { purchaseId: string; learnerId: string };

export async function listSitting(db: Db, batchId: string): Promise<Sitting[]> {
  const { rows } = await db.execute<Sitting>(sql`
    select p.id as "purchaseId", p.learner_id as "learnerId"
    from batch_place placed join purchase p on p.id = placed.purchase_id where placed.batch_id = ${batchId} order by p.id`);
  return rows;
}
