import { type BatchDetail, type BatchForm, Refusal } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { asc, eq, isNull, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { campusRoom } from "../../db/tables/batch-plan.ts";
import type { ChangedClass } from "../../db/tables/class-change.ts";
import { batch } from "../../db/tables/schedule.ts";
import { findCourseChoice, findCourses } from "../course/choose.ts";
import { isOffered } from "../course/queries.ts";
import { listTrainers } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";
import { readLine } from "./list.ts";

export async function readForm(ctx: StaffCtx, { courseId }: { courseId?: string | undefined }): Promise<BatchForm> {
  const { db, clock } = ctx;
  const { batchTimes, timeZone } = await readInstitute(db);
  const rooms = await db
    .select()
    .from(campusRoom)
    .where(isNull(campusRoom.closedAt))
    .orderBy(asc(campusRoom.name))
    .limit(200);
  return {
    course: await findCourseOfForm(ctx, courseId),
    trainers: (await listTrainers(ctx)).map(({ id, name, rules }) => ({
      ...{ staffId: id, name, courseIds: rules?.courseIds ?? [] },
    })),
    rooms: rooms.map(({ id, name, seats }) => ({ roomId: id, name, seats })),
    batchTimes,
    today: dayAt(clock.now(), timeZone),
  };
}

/** The course that was asked for, or else the first that is offered. */
async function findCourseOfForm(ctx: StaffCtx, courseId: string | undefined) {
  const asked = courseId ? await findCourseChoice(ctx, courseId) : null;
  if (asked && !asked.isHidden) return asked;
  const { courses } = await findCourses(ctx, { words: "", where: isOffered });
  return courses[0] ?? null;
}

export async function readBatch({ db, clock }: StaffCtx, { batchId }: { batchId: string }): Promise<BatchDetail> {
  const now = clock.now();
  const { timeZone } = await readInstitute(db);
  const [row] = await db.select().from(batch).where(eq(batch.id, batchId));
  if (!row) throw new Refusal("UNKNOWN_BATCH");
  const { version, name: ownName, batchTime, batchType, trainerId, roomId, meetingUrl, makesMeetings, joinUntil } = row;
  return {
    ...(await readLine(db, { batchId, now, timeZone })),
    ...{ version, ownName, batchTime, batchType, trainerId, roomId, meetingUrl, makesMeetings, joinUntil },
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    lessons: await listLessons(db, { batchId, now }),
    learners: await listLearners(db, batchId),
    changes: await listChanges(db, batchId),
  };
}

type Lesson = Omit<BatchDetail["lessons"][number], "endsAt" | "isOver"> & { minutes: number };

async function listLessons(db: Db, { batchId, now }: { batchId: string; now: Date }): Promise<BatchDetail["lessons"]> {
  const { rows } = await db.execute<Lesson>(sql`
    select c.id as "classId", c.number, c.starts_at as "startsAt", c.minutes, c.topic, c.trainer_name as trainer, r.name as room,
      c.cancelled_at is not null as "isCancelled", (select count(*)::int from attendance a where a.class_id = c.id) as present
    from live_class c left join campus_room r on r.id = c.room_id
    where c.batch_id = ${batchId} order by c.starts_at, c.number`);
  return rows.map(({ minutes, startsAt, ...one }) => {
    const start = new Date(startsAt);
    const end = new Date(start.getTime() + minutes * 60_000);
    return { ...one, startsAt: start.toISOString(), endsAt: end.toISOString(), isOver: end <= now };
  });
}

type Sitter = BatchDetail["learners"][number];

/** Names only: numbers and addresses are not needed here. */
async function listLearners(db: Db, batchId: string): Promise<Sitter[]> {
  const { rows } = await db.execute<Sitter>(sql`
    select p.id as "purchaseId", trim(l.first_name || ' ' || l.last_name) as name, placed.placed_at as "placedAt",
      p.state = 'suspended' as "isOnHold",
      (select count(*)::int from live_class c join attendance a on a.class_id = c.id and a.learner_id = p.learner_id
        where c.batch_id = ${batchId} and c.cancelled_at is null) as attended
    from batch_place placed join purchase p on p.id = placed.purchase_id join learner l on l.id = p.learner_id
    where placed.batch_id = ${batchId} order by name, p.id limit 500`);
  return rows.map((one) => ({ ...one, placedAt: new Date(one.placedAt).toISOString() }));
}

type Changed = { changeId: string; at: string; who: string; isTold: boolean; note: string; classes: ChangedClass[] };

async function listChanges(db: Db, batchId: string): Promise<BatchDetail["changes"]> {
  const { rows } = await db.execute<Changed>(sql`
    select change.id as "changeId", change.at, coalesce(s.name, 'The system') as who, change.is_told as "isTold", change.note,
      change.classes
    from class_change change left join staff s on s.id = change.staff_id
    where change.batch_id = ${batchId} order by change.at desc limit 50`);
  return rows.map(({ classes, at, ...one }) => {
    const count = (isOf: (after: ChangedClass["after"]) => boolean) =>
      classes.filter(({ after }) => isOf(after)).length;
    return {
      ...{ ...one, at: new Date(at).toISOString() },
      moved: count(({ startsAt }) => startsAt !== undefined),
      cancelled: count(({ isCancelled }) => isCancelled === true),
      restaffed: count(({ trainerName }) => trainerName !== undefined),
      rerouted: count(({ roomId }) => roomId !== undefined),
    };
  });
}
