import { addDays, dayAt, planClasses } from "@shoreline/domain/batch";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import type { CourseRow } from "../course/queries.ts";
import { addClasses, type BatchKind, topicsOf } from "./plan.ts";

// Learners may have been reminded of a class in the next two days.
const keptMs = 2 * 86_400_000;

/**
 * Ends the batches of a demo from the first versions, which went on for ever, one topic a class, and began again after the last.
 * Without learners they are removed. With learners they keep their classes up to two days from now, and the rest of the syllabus
 * is planned.
 */
export async function endOldBatches(db: Db, { now, timeZone }: { now: Date; timeZone: string }): Promise<void> {
  await db.execute(sql`
    delete from batch where is_demo and not exists (select from batch_place place where place.batch_id = batch.id)`);
  const kept = sql`${new Date(now.getTime() + keptMs).toISOString()}::timestamptz`;
  // Classes that staff have moved or cancelled stay: their learners were told.
  await db.execute(sql`
    delete from live_class using batch
    where batch.id = live_class.batch_id and batch.is_demo and live_class.starts_at > ${kept} and live_class.sequence = 0`);
  const old = await readOldBatches(db);
  const tomorrow = dayAt(new Date(now.getTime() + 86_400_000), timeZone);
  const classes = old.flatMap(({ batchId, lastAt, lastNumber, trainerName, meetingUrl, ...about }) => {
    const dayAfter = lastAt ? addDays(dayAt(new Date(lastAt), timeZone), 1) : tomorrow;
    const { classes: planned } = planClasses({
      ...restOf(about),
      from: dayAfter > tomorrow ? dayAfter : tomorrow,
      time: about.batchTime,
      type: about.batchType,
      timeZone,
    });
    return planned.map((one) => ({ ...one, number: lastNumber + one.number, batchId, trainerName, meetingUrl }));
  });
  await addClasses(db, classes, now);
  await db.execute(sql`
    update batch set ends_at = last.ends_at
    from (
      select batch_id, max(starts_at + minutes * interval '1 minute') as ends_at
      from live_class where cancelled_at is null group by batch_id
    ) last
    where last.batch_id = batch.id and is_demo`);
}

type Old = BatchKind &
  Pick<CourseRow, "name" | "syllabus" | "durationInHours"> & {
    batchId: string;
    taken: number;
    lastNumber: number;
    lastAt: string | null;
    trainerName: string;
    meetingUrl: string;
  };

/** What is left of the syllabus, or of its repetition, and the hours for it. */
function restOf({
  taken,
  durationInHours: hours,
  ...about
}: Pick<Old, "taken" | "durationInHours" | "name" | "syllabus">) {
  const topics = topicsOf(about);
  if (taken < Math.min(hours, topics.length)) return { hours: hours - taken, topics: topics.slice(taken) };
  const rest = topics.slice(taken % topics.length);
  return { hours: Math.ceil((hours * rest.length) / topics.length), topics: rest };
}

async function readOldBatches(db: Db): Promise<Old[]> {
  const { rows } = await db.execute<Old>(sql`
    select b.id as "batchId", b.batch_time as "batchTime", b.batch_type as "batchType", c.name, c.syllabus,
      c.duration_in_hours as "durationInHours",
      count(l.id) filter (where l.cancelled_at is null)::int as taken,
      coalesce(max(l.number), 0) as "lastNumber",
      max(l.starts_at) as "lastAt",
      coalesce((array_agg(l.trainer_name order by l.number desc))[1], '') as "trainerName",
      coalesce((array_agg(l.meeting_url order by l.number desc))[1], '') as "meetingUrl"
    from batch b join course c on c.id = b.course_id left join live_class l on l.batch_id = b.id
    where b.is_demo group by b.id, c.id`);
  return rows;
}
