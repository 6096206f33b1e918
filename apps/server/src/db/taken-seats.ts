import { type SQL, sql } from "drizzle-orm";
import { anyOf } from "./any-of.ts";

type Asked = {
  /** The column or value with the id of the batch. */
  batchId: SQL;
  now: Date;
  /** Who ask: what is held for them, and their own turn in the line, does not stand in their way. */
  learnerIds?: string[];
};

/** How many seats of a batch somebody has: places, and seats that are held. */
export function seatsInUse({ batchId, now }: Pick<Asked, "batchId" | "now">): SQL<number> {
  return sql<number>`(
    (select count(*) from batch_place where batch_id = ${batchId})
    + (select count(*) from seat_hold where batch_id = ${batchId} and ends_at > ${now.toISOString()}::timestamptz))::int`;
}

/**
 * How many seats of a batch are not to be had: places, seats that are held, and one for each learner who waits in line. Who counts
 * them in order to take one locks the batch first.
 */
export function takenSeats({ batchId, now, learnerIds }: Asked): SQL<number> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const isOther = learnerIds ? sql`and learner_id <> all (${sql.param(learnerIds)}::uuid[])` : sql``;
  const waiting = sql`(
    select count(*) from waiting_place where batch_id = ${batchId} and state = 'waiting' ${isOther})`;
  const ahead = learnerIds
    ? sql`case when ${learnerIds.length} <= (
        select count(*) from seat_hold where batch_id = ${batchId} and learner_id = ${anyOf(learnerIds)} and ends_at > ${at}
      ) then 0 else ${waiting} end`
    : waiting;
  return sql<number>`(
    (select count(*) from batch_place where batch_id = ${batchId})
    + (select count(*) from seat_hold where batch_id = ${batchId} and ends_at > ${at} ${isOther})
    + ${ahead})::int`;
}
