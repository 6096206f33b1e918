import { Refusal } from "@shoreline/contract";
import { classMinutes } from "@shoreline/domain/schedule";
import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { formatMoment } from "../../format.ts";
import { isClash } from "../schedule/series.ts";

type Planned = {
  classes: { startsAt: Date }[];
  trainerId: string | null;
  roomId: string | null;
  /** Its own classes are no clash. */
  batchId?: string | undefined;
};
type Row = { startsAt: string; course: string; trainer: string | null; room: string | null };

const mostClashes = 20;

/** Classes that the trainer or the room has at the same times. One query, on the indexes that forbid them. */
export async function findClashes(db: Db, planned: Planned): Promise<{ startsAt: Date; text: string }[]> {
  const { classes, trainerId, roomId, batchId = null } = planned;
  if (classes.length === 0 || (!trainerId && !roomId)) return [];
  const starts = JSON.stringify(classes.map(({ startsAt }) => ({ startsAt })));
  const other = (isSame: ReturnType<typeof sql>) => sql`
    select w."startsAt", c.batch_id, c.trainer_id, c.trainer_name, c.room_id
    from json_to_recordset(${starts}::json) as w ("startsAt" timestamptz)
    join live_class c on class_period(c.starts_at, c.minutes) && class_period(w."startsAt", ${classMinutes}::int)
      and c.cancelled_at is null and ${isSame} and c.batch_id is distinct from ${batchId}::uuid`;
  const { rows } = await db.execute<Row>(sql`
    select distinct taken."startsAt", course.name as course,
      case when taken.trainer_id = ${trainerId}::uuid then taken.trainer_name end as trainer,
      case when taken.room_id = ${roomId}::uuid then r.name end as room
    from (${other(sql`c.trainer_id = ${trainerId}::uuid`)} union ${other(sql`c.room_id = ${roomId}::uuid`)}) taken
    join batch b on b.id = taken.batch_id join course on course.id = b.course_id
    left join campus_room r on r.id = taken.room_id
    order by 1, 2 limit ${mostClashes}`);
  return rows.map(({ startsAt, course, trainer, room }) => ({
    startsAt: new Date(startsAt),
    text: trainer ? `${trainer} teaches ${course} then` : `${room} is taken by ${course} then`,
  }));
}

/** Runs what adds classes, in a transaction of its own. A clash becomes a refusal that names the first ones. */
export async function explainClashes<Result>(
  tx: Db,
  { timeZone, ...planned }: Planned & { timeZone: string },
  work: (inner: Db) => Promise<Result>,
): Promise<Result> {
  try {
    return await tx.transaction(work);
  } catch (error) {
    if (!isClash(error)) throw error;
    const clashes = await findClashes(tx, planned);
    const texts = clashes.slice(0, 5).map(({ startsAt, text }) => `${text}: ${formatMoment(startsAt, { timeZone })}.`);
    throw new Refusal("CLASS_CLASH", {
      fields: { clash: texts.join(" ") || "Somebody has just planned another class then." },
    });
  }
}
