import { Refusal } from "@shoreline/contract";
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { campusRoom, trainer } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { staff } from "../../db/tables/staff.ts";

type Who = Pick<StaffCtx, "db" | "staff">;

/** Everybody who has the role, or hours as a trainer. Who has entered a demonstration sees its invented people only. */
export async function listTrainers({ db, staff: me }: Who) {
  return db
    .select({
      ...{ id: staff.id, name: staff.name, hours: trainer.hours },
      ...{ courseIds: trainer.courseIds, hoursAWeek: trainer.hoursAWeek },
      courses: sql<
        string[]
      >`array(select c.name from course c where ${trainer.courseIds} ? c.course_id order by c.name)`,
    })
    .from(staff)
    .leftJoin(trainer, eq(trainer.staffId, staff.id))
    .where(
      and(
        isNull(staff.closedAt),
        or(sql`${staff.roles} ? 'trainer'`, sql`${trainer.staffId} is not null`),
        me.isDemo ? eq(staff.isDemo, true) : undefined,
      ),
    )
    .orderBy(asc(staff.name), asc(staff.id))
    .limit(mostRows);
}

export async function listRooms(db: Db) {
  return db.select().from(campusRoom).where(isNull(campusRoom.closedAt)).orderBy(asc(campusRoom.name)).limit(mostRows);
}

export async function listCourseNames(db: Db): Promise<{ courseId: string; name: string }[]> {
  return db.select({ courseId: course.courseId, name: course.name }).from(course).orderBy(asc(course.name)).limit(500);
}

/** The trainer to whom classes are given. */
export async function findTrainer(ctx: Who, id: string): Promise<{ id: string; name: string }> {
  const found = (await listTrainers(ctx)).find((one) => one.id === id);
  if (!found) throw new Refusal("UNKNOWN_TRAINER");
  return { id: found.id, name: found.name };
}

export async function findRoom(db: Db, id: string): Promise<{ id: string; name: string }> {
  const found = (await listRooms(db)).find((one) => one.id === id);
  if (!found) throw new Refusal("UNKNOWN_CAMPUS_ROOM");
  return { id: found.id, name: found.name };
}

/** An institute with more trainers or rooms than that needs another page. */
const mostRows = 300;
