import { type Api, type BatchLine, type BatchState, type ParsedInput, Refusal } from "@shoreline/contract";
import { patternOf, type WeeklySlot } from "@shoreline/domain/weekly";
import { beginOf } from "@shoreline/domain/zone";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { cutPage, inTime, isAfter, isBefore } from "../../db/cursor.ts";
import { batchDraft, campusRoom } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { staff } from "../../db/tables/staff.ts";
import type { BatchKind } from "../schedule/plan.ts";
import { readInstitute } from "../site/queries.ts";
import { nameOf } from "./queries.ts";

type Wanted = ParsedInput<Api["planning"]["list"]>;

const atOnce = 50;
const mostDrafts = 200;

export async function listBatches(ctx: StaffCtx, wanted: Wanted) {
  const { db, clock } = ctx;
  const drafts = await db.$count(batchDraft);
  const { timeZone } = await readInstitute(db);
  if (wanted.state === "draft") return { batches: await listDrafts(db, { wanted, timeZone }), next: null, drafts };
  const { state, after } = wanted;
  const now = clock.now();
  const byStart = inTime(sql`b.starts_at`);
  // What is still to come begins with the next one; of the others the latest are nearest.
  const isUpwards = state === "open";
  const isNext = after ? (isUpwards ? isAfter : isBefore)(byStart, sql`b.id`, after) : sql`true`;
  const order = isUpwards ? sql`b.starts_at, b.id` : sql`b.starts_at desc, b.id desc`;
  const rows = await readLines(db, {
    ...{ now, order, limit: atOnce + 1 },
    where: sql`${isInState[state](now)} and ${conditionsOf(wanted)} and ${isNext}`,
  });
  const { page, next } = cutPage(rows, atOnce);
  return { batches: page.map((row) => toLine(row, { now, timeZone })), next, drafts };
}

const at = (now: Date) => sql`${now.toISOString()}::timestamptz`;

const isInState: Record<Exclude<BatchState, "draft">, (now: Date) => SQL> = {
  open: (now) => sql`b.cancelled_at is null and b.starts_at > ${at(now)}`,
  running: (now) => sql`b.cancelled_at is null and b.starts_at <= ${at(now)} and b.ends_at > ${at(now)}`,
  finished: (now) => sql`b.cancelled_at is null and b.starts_at <= ${at(now)} and b.ends_at <= ${at(now)}`,
  cancelled: () => sql`b.cancelled_at is not null`,
};

function conditionsOf({ courseId, trainerId, words }: Wanted): SQL {
  const part = words && `%${words.replace(/[\\%_]/g, "\\$&")}%`;
  const conditions = [
    ...(courseId ? [sql`course.course_id = ${courseId}`] : []),
    ...(trainerId ? [sql`b.trainer_id = ${trainerId}::uuid`] : []),
    ...(part ? [sql`(b.name ilike ${part} or course.name ilike ${part})`] : []),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

type Row = {
  id: string;
  key: string;
  name: string;
  courseId: string;
  courseName: string;
  batchTime: string;
  batchType: BatchKind["batchType"];
  pattern: WeeklySlot[] | null;
  startsAt: string;
  endsAt: string;
  cancelledAt: string | null;
  seats: number | null;
  trainer: string | null;
  room: string | null;
  classes: number;
  over: number;
  taken: number;
  waiting: number;
};

type Asked = { where: SQL; order: SQL; limit: number; now: Date };

/** Counts only for the batches of the page. */
async function readLines(db: Db, { where, order, limit, now }: Asked): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    with page as (
      select b.*, course.course_id as public_id, course.name as course_name
      from batch b join course on course.id = b.course_id
      where ${where} order by ${order} limit ${limit}
    )
    select b.id, ${inTime(sql`b.starts_at`).key} as key, b.name, b.public_id as "courseId", b.course_name as "courseName",
      b.batch_time as "batchTime", b.batch_type as "batchType", b.pattern, b.starts_at as "startsAt", b.ends_at as "endsAt",
      b.cancelled_at as "cancelledAt", b.seats, coalesce(s.name, lessons.trainers[1], '') as trainer, r.name as room,
      lessons.classes, lessons.over,
      (select count(*)::int from batch_place placed where placed.batch_id = b.id) as taken,
      (select count(*)::int from waiting_place w where w.batch_id = b.id and w.state = 'waiting') as waiting
    from page b left join staff s on s.id = b.trainer_id left join campus_room r on r.id = b.room_id
    cross join lateral (
      select count(*)::int as classes,
        (count(*) filter (where c.starts_at + c.minutes * interval '1 minute' <= ${at(now)}))::int as over,
        array_agg(c.trainer_name order by c.starts_at <= ${at(now)}, c.number) as trainers
      from live_class c where c.batch_id = b.id and c.cancelled_at is null
    ) lessons
    order by ${order}`);
  return rows;
}

function toLine(row: Row, { now, timeZone }: { now: Date; timeZone: string }): BatchLine {
  const { id, courseId, courseName, seats, room, classes, over, taken, waiting } = row;
  const [startsAt, endsAt] = [new Date(row.startsAt), new Date(row.endsAt)];
  return {
    ...{ id, courseId, courseName, seats, room, classes, over, taken, waiting, trainer: row.trainer ?? "" },
    name: nameOf({ ...row, startsAt }, { timeZone }),
    pattern: row.pattern ?? patternOf(row),
    state: stateOf({ cancelledAt: row.cancelledAt, startsAt, endsAt }, now),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}

function stateOf(row: { cancelledAt: unknown; startsAt: Date; endsAt: Date }, now: Date): BatchState {
  if (row.cancelledAt) return "cancelled";
  if (row.startsAt > now) return "open";
  return row.endsAt > now ? "running" : "finished";
}

/** One batch, as lists show it. */
export async function readLine(db: Db, { batchId, now, timeZone }: { batchId: string; now: Date; timeZone: string }) {
  const [row] = await readLines(db, { where: sql`b.id = ${batchId}`, order: sql`b.id`, limit: 1, now });
  if (!row) throw new Refusal("UNKNOWN_BATCH");
  return toLine(row, { now, timeZone });
}

async function listDrafts(db: Db, { wanted, timeZone }: { wanted: Wanted; timeZone: string }): Promise<BatchLine[]> {
  const { courseId, trainerId, words } = wanted;
  const part = words && `%${words.replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await db
    .select({ draft: batchDraft, course, trainer: staff.name, room: campusRoom.name })
    .from(batchDraft)
    .innerJoin(course, eq(course.id, batchDraft.courseId))
    .leftJoin(staff, eq(sql`${staff.id}::text`, sql`${batchDraft.content} ->> 'trainerId'`))
    .leftJoin(campusRoom, eq(sql`${campusRoom.id}::text`, sql`${batchDraft.content} ->> 'roomId'`))
    .where(
      and(
        courseId ? eq(course.courseId, courseId) : undefined,
        trainerId ? sql`${batchDraft.content} ->> 'trainerId' = ${trainerId}` : undefined,
        part ? sql`(${course.name} ilike ${part} or ${batchDraft.content} ->> 'name' ilike ${part})` : undefined,
      ),
    )
    .orderBy(desc(batchDraft.changedAt), desc(batchDraft.id))
    .limit(mostDrafts);
  return rows.map(({ draft, course: about, trainer, room }) => {
    const { name, from, pattern, seats } = draft.content;
    return {
      ...{ id: draft.id, name: name || "Not named yet", courseId: about.courseId, courseName: about.name },
      ...{ pattern, trainer: trainer ?? "", room, seats, state: "draft", endsAt: null },
      startsAt: from && beginOf(from, { timeZone }).toISOString(),
      ...{ classes: about.durationInHours, over: 0, taken: 0, waiting: 0 },
    };
  });
}
