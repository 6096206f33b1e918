import type { BatchType } from "@shoreline/domain/course";
import type { BatchTime } from "@shoreline/domain/site";
import { ownDays, type WeeklySlot } from "@shoreline/domain/weekly";
import { beginOf } from "@shoreline/domain/zone";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { isOurTime } from "../../db/our-time.ts";
import { takenSeats } from "../../db/taken-seats.ts";
import { readInstitute } from "../site/queries.ts";

type Row = {
  id: string;
  batchTime: BatchTime;
  batchType: BatchType;
  startsAt: string;
  endsAt: string;
  seats: number | null;
  joinUntil: string | null;
  pattern: WeeklySlot[] | null;
  taken: number;
  classes: number;
  over: number;
  trainerName: string;
};

// Should the first be full, there is another to offer.
const maxOfAKind = 3;

/** Of each kind the next batches to open and the last ones that began. Those that began long ago cannot be chosen anyway. */
export async function listOffered(db: Db, { courseId, now }: { courseId: string; now: Date }) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { timeZone } = await readInstitute(db);
  const { rows } = await db.execute<Row>(sql`
    with near as (
      select b.*, row_number() over (
        partition by b.batch_time, b.batch_type, b.starts_at > ${at}
        order by abs(extract(epoch from b.starts_at - ${at})), b.id
      ) as place
      from batch b
      where b.course_id = ${courseId} and b.ends_at > ${at} and b.cancelled_at is null and ${isOurTime(sql`b.starts_at`)} and ${isOurTime(sql`b.ends_at`)}
    )
    select b.id, b.batch_time as "batchTime", b.batch_type as "batchType", b.starts_at as "startsAt", b.ends_at as "endsAt", b.seats,
      b.join_until::text as "joinUntil", b.pattern, ${takenSeats({ batchId: sql`b.id`, now })} as taken,
      lessons.classes, lessons.over, coalesce(lessons.trainers[1], '') as "trainerName"
    from near b cross join lateral (
      select count(*)::int as classes,
        (count(*) filter (where c.starts_at + c.minutes * interval '1 minute' <= ${at}))::int as over,
        array_agg(c.trainer_name order by c.starts_at <= ${at}, c.number) as trainers
      from live_class c where c.batch_id = b.id and c.cancelled_at is null
    ) lessons
    where b.place <= ${maxOfAKind}
    order by b.starts_at, b.batch_time, b.batch_type, b.id`);
  return rows.map(({ startsAt, endsAt, joinUntil, pattern, ...row }) => ({
    ...row,
    days: ownDays({ ...row, pattern }),
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    closesAt: joinUntil ? beginOf(joinUntil, { timeZone, later: 1 }) : null,
  }));
}

/** The classes of a batch that are over. Null when the batch is unknown or over, or its course is hidden. */
export async function listMissed(db: Db, { batchId, now }: { batchId: string; now: Date }) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows: found } = await db.execute<{ id: string }>(sql`
    select b.id from batch b join course on course.id = b.course_id
    where b.id::text = ${batchId} and not course.is_hidden and b.ends_at > ${at} and b.cancelled_at is null`);
  const [batch] = found;
  if (!batch) return null;
  const { rows } = await db.execute<{ number: number; topic: string }>(sql`
    select number, topic from live_class
    where batch_id = ${batch.id}::uuid and cancelled_at is null and starts_at + minutes * interval '1 minute' <= ${at}
    order by starts_at, number`);
  return rows;
}
