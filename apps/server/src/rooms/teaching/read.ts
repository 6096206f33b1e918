import { type ClassPage, Refusal, type RollEntry } from "@shoreline/contract";
import type { Mark, PresenceSource } from "@shoreline/domain/presence";
import { asc, desc, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { attendanceChange, classNote } from "../../db/tables/class.ts";
import { homework, homeworkWork } from "../../db/tables/class-homework.ts";
import { material } from "../../db/tables/lesson.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { staff } from "../../db/tables/staff.ts";
import { listMaterials } from "../lesson/material-list.ts";
import { readInstitute } from "../site/queries.ts";
import { factsOf, nameOf } from "./list.ts";
import { type FoundClass, findClass } from "./own.ts";

const mostNotes = 20;
const mostMarks = 100;

export async function readClass(ctx: StaffCtx, { classId }: { classId: string }): Promise<ClassPage> {
  const { db, clock } = ctx;
  const found = await findClass(ctx, classId);
  const roll = await readRoll(db, found);
  const topics = await listTopics(db, found.batchId);
  const { batchName: name, batchTime, batchType, pattern } = found;
  return {
    ...factsOf(found, nameOf({ name, batchTime, batchType, pattern })),
    ...{ mayTeach: found.mayTeach, room: found.room ?? "", now: clock.now().toISOString() },
    ...{ meetingUrl: found.meetingUrl, recordingUrl: found.recordingUrl },
    ...{ roll, learners: roll.length, classes: topics.length },
    attendancePercent: found.attendancePercent ?? (await readInstitute(db)).certificateAttendancePercent,
    nextTopic: topics[topics.findIndex(({ number }) => number === found.number) + 1]?.topic ?? "",
    topics: [...new Set(topics.map(({ topic }) => topic))],
    ...(await readExtras(db, classId)),
    materials: await listMaterials(ctx, { where: eq(material.classId, classId), who: { staffId: ctx.staff.id } }),
  };
}

function listTopics(db: Db, batchId: string) {
  return db
    .select({ number: liveClass.number, topic: liveClass.topic })
    .from(liveClass)
    .where(eq(liveClass.batchId, batchId))
    .orderBy(asc(liveClass.number));
}

async function readExtras(db: Db, classId: string) {
  const work = await db
    .select({
      ...{ homeworkId: homework.id, title: homework.title, text: homework.text, dueOn: homework.dueOn },
      waiting: sql<number>`(count(*) filter (where ${homeworkWork.state} = 'handed in'))::int`,
      done: sql<number>`(count(*) filter (where ${homeworkWork.state} = 'done'))::int`,
    })
    .from(homework)
    .leftJoin(homeworkWork, eq(homeworkWork.homeworkId, homework.id))
    .where(eq(homework.classId, classId))
    .groupBy(homework.id)
    .orderBy(asc(homework.setAt), asc(homework.id));
  const notes = await db
    .select({ note: classNote, who: staff.name })
    .from(classNote)
    .leftJoin(staff, eq(staff.id, classNote.staffId))
    .where(eq(classNote.classId, classId))
    .orderBy(desc(classNote.sentAt), desc(classNote.id))
    .limit(mostNotes);
  return {
    homework: work,
    notes: notes.map(({ note: { id, text, learners, sentAt }, who }) => ({
      ...{ noteId: id, text, learners, sentAt: sentAt.toISOString(), who: who ?? "" },
    })),
  };
}

type RollRow = Omit<RollEntry, "mark" | "joinedAt"> & {
  isThere: boolean;
  isLate: boolean | null;
  lastMark: Mark | null;
  joinedAt: string | null;
  source: PresenceSource | null;
};

/** Everybody of the batch who has the course still. Counts are of classes before this one, as for the certificate. */
async function readRoll(db: Db, { id, batchId, startsAt, finishedAt }: FoundClass): Promise<RollEntry[]> {
  const { rows } = await db.execute<RollRow>(sql`
    select l.id as "learnerId", trim(l.first_name || ' ' || l.last_name) as name, p.state = 'suspended' as "isOnHold",
      a.class_id is not null as "isThere", a.is_late as "isLate", a.source, a.minutes, last.mark as "lastMark",
      coalesce(joined.at, case when a.source = 'joined' then a.first_joined_at end) as "joinedAt",
      so_far.held, so_far.attended
    from batch_place place
    join purchase p on p.id = place.purchase_id and p.state in ('active', 'suspended')
    join learner l on l.id = p.learner_id
    left join attendance a on a.learner_id = l.id and a.class_id = ${id}
    left join lateral (
      select mark from attendance_change m where m.class_id = ${id} and m.learner_id = l.id
      order by at desc, stored_at desc, id desc limit 1
    ) last on true
    left join lateral (
      select at from attendance_change m where m.class_id = ${id} and m.learner_id = l.id and source = 'joined' order by at limit 1
    ) joined on true
    cross join lateral (
      select (count(*) filter (where c.starts_at > p.purchased_at or b.class_id is not null))::int as held, count(b.class_id)::int as attended
      from live_class c left join attendance b on b.class_id = c.id and b.learner_id = l.id
      where c.batch_id = ${batchId} and c.cancelled_at is null and c.starts_at < ${startsAt.toISOString()}::timestamptz
    ) so_far
    where place.batch_id = ${batchId}
    order by lower(l.first_name), lower(l.last_name), l.id`);
  return rows.map(({ isThere, isLate, lastMark, joinedAt, ...row }) => ({
    ...row,
    mark: isThere ? (isLate ? "late" : "present") : lastMark || finishedAt ? "absent" : null,
    joinedAt: joinedAt && new Date(joinedAt).toISOString(),
  }));
}

export async function readMarks(ctx: StaffCtx, { classId, learnerId }: { classId: string; learnerId: string }) {
  const { db } = ctx;
  const { id, batchId } = await findClass(ctx, classId);
  const { rows } = await db.execute<{ name: string }>(sql`
    select trim(l.first_name || ' ' || l.last_name) as name from learner l
    where l.id = ${learnerId} and exists (
      select from batch_place place join purchase p on p.id = place.purchase_id
      where place.batch_id = ${batchId} and p.learner_id = l.id)`);
  const [who] = rows;
  if (!who) throw new Refusal("NOT_IN_BATCH");
  const marks = await db
    .select({ change: attendanceChange, who: staff.name })
    .from(attendanceChange)
    .leftJoin(staff, eq(staff.id, attendanceChange.staffId))
    .where(sql`${attendanceChange.classId} = ${id} and ${attendanceChange.learnerId} = ${learnerId}`)
    .orderBy(desc(attendanceChange.at), desc(attendanceChange.storedAt))
    .limit(mostMarks);
  return {
    name: who.name,
    marks: marks.map(({ change: { mark, source, reason, at, storedAt }, who: by }) => ({
      ...{ mark, source, reason, who: by ?? "", at: at.toISOString(), storedAt: storedAt.toISOString() },
    })),
  };
}
