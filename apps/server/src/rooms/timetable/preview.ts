import type { MovePreview } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { findClashes } from "../schedule/series.ts";
import { readInstitute } from "../site/queries.ts";
import { countTold } from "./told.ts";
import { factsAfter, type PlannedMove, planMove, type Wish } from "./wish.ts";

/** Everything that staff see before they move classes. */
export async function previewMove(ctx: StaffCtx, wish: Wish): Promise<MovePreview> {
  const { db } = ctx;
  const plan = await planMove(ctx, db, wish);
  const { timeZone } = await readInstitute(db);
  const days = plan.classes.map(({ startsAt }) => dayAt(startsAt, timeZone));
  const holidays = await namesOfHolidays(db, days);
  const isMove = wish.does === "move" && plan.why === null;
  const clashes = isMove
    ? await findClashes(
        db,
        plan.classes.map((one) => factsAfter(plan, one)),
      )
    : [];
  return {
    ...{ course: plan.course, laterCount: plan.laterCount, why: plan.why },
    classes: plan.classes.map(({ row, room, startsAt }, index) => ({
      ...{ classId: row.id, sequence: row.sequence, number: row.number, topic: row.topic },
      before: { startsAt: row.startsAt.toISOString(), trainer: row.trainerName, room },
      after: {
        startsAt: startsAt.toISOString(),
        trainer: plan.trainer?.name ?? row.trainerName,
        room: plan.room?.name ?? room,
      },
      holiday: (isMove && holidays.get(days[index] ?? "")) || null,
    })),
    clashes: clashes.map(({ classId, startsAt, text }) => ({ classId, text, day: dayAt(startsAt, timeZone) })),
    ...(isMove ? await listBusy(db, plan) : { busy: [], busyCount: 0 }),
    told: await countTold(ctx, { plan, isCancelled: wish.does === "cancel" }),
  };
}

async function namesOfHolidays(db: Db, days: string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ day: string; name: string }>(sql`
    select day::text, name from holiday where day = any(${sql.param([...new Set(days)])}::date[])`);
  return new Map(rows.map(({ day, name }) => [day, name]));
}

type Busy = { learnerId: string; name: string; course: string; startsAt: string; people: number };
const mostBusy = 10;

/** Learners of the batch who have a class of another batch at one of the new times. */
async function listBusy(db: Db, { batchId, classes }: PlannedMove): Promise<Pick<MovePreview, "busy" | "busyCount">> {
  const moved = classes.filter(({ row, startsAt }) => row.startsAt.getTime() !== startsAt.getTime());
  if (moved.length === 0) return { busy: [], busyCount: 0 };
  const wished = JSON.stringify(
    moved.map(({ row, startsAt }) => ({ at: startsAt.toISOString(), minutes: row.minutes })),
  );
  const times = moved.map(({ startsAt }) => startsAt.getTime());
  const [first, last] = [Math.min(...times) - dayMs, Math.max(...times) + dayMs];
  const { rows } = await db.execute<Busy>(sql`
    with mine as (
      select p.learner_id from batch_place place join purchase p on p.id = place.purchase_id
      where place.batch_id = ${batchId}
    ), elsewhere as (
      select p.learner_id, place.batch_id from mine join purchase p on p.learner_id = mine.learner_id
      join batch_place place on place.purchase_id = p.id where place.batch_id <> ${batchId}
    ), busy as (
      select distinct on (e.learner_id) e.learner_id, c.starts_at, c.batch_id
      from (select distinct batch_id from elsewhere) b
      join live_class c on c.batch_id = b.batch_id and c.cancelled_at is null
        and c.starts_at between ${new Date(first).toISOString()}::timestamptz and ${new Date(last).toISOString()}::timestamptz
      join jsonb_to_recordset(${wished}::jsonb) as w (at timestamptz, minutes int)
        on class_period(c.starts_at, c.minutes) && class_period(w.at, w.minutes)
      join elsewhere e on e.batch_id = c.batch_id
      order by e.learner_id, c.starts_at
    )
    select l.first_name || ' ' || l.last_name as name, course.name as course, busy.starts_at as "startsAt",
      (select count(*)::int from busy) as people
    from busy join learner l on l.id = busy.learner_id
    join batch b on b.id = busy.batch_id join course on course.id = b.course_id
    order by 1, busy.learner_id limit ${mostBusy}`);
  return {
    busy: rows.map(({ name, course, startsAt }) => ({ name, course, startsAt: new Date(startsAt).toISOString() })),
    busyCount: rows[0]?.people ?? 0,
  };
}

const dayMs = 86_400_000;
