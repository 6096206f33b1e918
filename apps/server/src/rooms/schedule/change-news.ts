import { endsAt } from "@shoreline/domain/schedule";
import { eq, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { campusRoom } from "../../db/tables/batch-plan.ts";
import type { ChangedClass } from "../../db/tables/class-change.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import type { ClassRow } from "./queries.ts";

/** How a class differs now from what it was before a change. */
export type ClassNews = {
  liveClass: ClassRow;
  /** The name of its room; empty online. */
  room: string;
  isCancelled: boolean;
  /** The start before, if it differs. */
  before: Date | null;
  hasOtherTrainer: boolean;
  hasOtherRoom: boolean;
};

type Current = { liveClass: ClassRow; room: string };

/** Leaves out classes that are over, and those that are again as they were. */
export function newsOf(changed: ChangedClass[], current: Current[], now: Date): ClassNews[] {
  const byId = new Map(current.map((one) => [one.liveClass.id, one]));
  return changed
    .flatMap(({ classId, before }) => {
      const found = byId.get(classId);
      if (!found || endsAt(found.liveClass) <= now) return [];
      const { startsAt, cancelledAt, trainerName, roomId } = found.liveClass;
      const old = before.startsAt ? new Date(before.startsAt) : startsAt;
      const news = {
        ...found,
        isCancelled: before.isCancelled === false && cancelledAt !== null,
        before: old.getTime() === startsAt.getTime() ? null : old,
        hasOtherTrainer: before.trainerName !== undefined && before.trainerName !== trainerName,
        hasOtherRoom: before.roomId !== undefined && before.roomId !== roomId,
      };
      const isGone = cancelledAt !== null && !news.isCancelled;
      const differs = news.isCancelled || news.before || news.hasOtherTrainer || news.hasOtherRoom;
      return differs && !isGone ? [news] : [];
    })
    .sort((one, other) => one.liveClass.startsAt.getTime() - other.liveClass.startsAt.getTime());
}

export type BatchChange = {
  batchId: string;
  courseId: string;
  courseName: string;
  classes: ChangedClass[];
  notes: string[];
  staffId: string | null;
  /** This change, and later ones that concern no other classes: the notice says what holds now, so it stands for them too. */
  ids: string[];
};

/** Null when the batch is gone. */
export async function readChange(db: Db, changeId: string): Promise<BatchChange | null> {
  const { rows } = await db.execute<BatchChange>(sql`
    with this as (
      select * from class_change where id = ${changeId}
    ), covered as (
      select later.id, later.note, later.at from this join class_change later on later.batch_id = this.batch_id
      where later.id = this.id or later.is_told and later.at >= this.at and not exists (
        select from jsonb_array_elements(later.classes) one
        where not this.classes @> jsonb_build_array(jsonb_build_object('classId', one ->> 'classId')))
    )
    select this.batch_id as "batchId", course.course_id as "courseId", course.name as "courseName", this.classes,
      this.staff_id as "staffId", array(select id::text from covered order by id <> this.id, at) as ids,
      array(select note from covered where note <> '' order by at) as notes
    from this join batch b on b.id = this.batch_id join course on course.id = b.course_id`);
  return rows[0] ?? null;
}

/** The classes of a change as they are now. */
export async function listChanged(db: Db, classes: ChangedClass[]): Promise<Current[]> {
  return db
    .select({ liveClass, room: sql<string>`coalesce(${campusRoom.name}, '')` })
    .from(liveClass)
    .leftJoin(campusRoom, eq(campusRoom.id, liveClass.roomId))
    .where(sql`${liveClass.id} = ${anyOf(classes.map(({ classId }) => classId))}`);
}
