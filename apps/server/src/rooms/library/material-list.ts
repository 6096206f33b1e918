import type { MaterialPage } from "@shoreline/contract";
import type { MaterialKind } from "@shoreline/domain/material";
import { and, desc, eq, ilike, isNull, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { cutPage, isBefore } from "../../db/cursor.ts";
import { material } from "../../db/tables/lesson.ts";
import { lessonFileSum } from "../../db/tables/lesson-file.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { isOfBatchTrainer, isTaughtBy, seesAll } from "../teaching/own.ts";
import { byTime, classOf, isMaterialOf, selectMaterial, showForStaff } from "./material-own.ts";
import { findTaughtCourse } from "./taught-course.ts";

const pageSize = 25;
const mostClasses = 100;

type Asked = {
  courseId: string;
  kind?: MaterialKind | undefined;
  classId?: string | undefined;
  words?: string | undefined;
  after?: string | undefined;
};

export async function listMaterial(ctx: StaffCtx, asked: Asked): Promise<MaterialPage> {
  const { db } = ctx;
  const found = await findTaughtCourse(ctx, db, asked.courseId);
  const { page, next } = cutPage(await pageOf(ctx, found.id, asked), pageSize);
  const [taken] = await db.select().from(lessonFileSum).where(eq(lessonFileSum.courseId, found.id));
  const { courseGigabytes: gigabytes } = await readClassSettings(db);
  return {
    course: { courseId: found.courseId, name: found.name, bytes: taken?.bytes ?? 0, gigabytes },
    classes: await listClasses(ctx, found.id),
    materials: await Promise.all(page.map((row) => showForStaff(ctx, row))),
    next,
  };
}

function pageOf(ctx: StaffCtx, courseId: string, { kind, classId, words, after }: Asked) {
  const contains = words && `%${words.replace(/[\\%_]/g, "\\$&")}%`;
  return selectMaterial(ctx.db)
    .where(
      and(
        eq(material.courseId, courseId),
        seesAll(ctx) ? undefined : isMaterialOf(ctx.staff),
        kind && eq(material.kind, kind),
        classId === "course" ? isNull(material.classId) : classId ? eq(material.classId, classId) : undefined,
        contains ? ilike(material.name, contains) : undefined,
        after ? isBefore(byTime, material.id, after) : undefined,
      ),
    )
    .orderBy(desc(material.addedAt), desc(material.id))
    .limit(pageSize + 1);
}

async function listClasses(ctx: StaffCtx, courseId: string) {
  const rows = await ctx.db
    .select({ liveClass, run: batch })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .where(
      and(
        sql`${liveClass.id} in (select m.class_id from material m where m.course_id = ${courseId} and m.class_id is not null)`,
        seesAll(ctx) ? undefined : sql`(${isTaughtBy(ctx.staff)} or ${isOfBatchTrainer(ctx.staff)})`,
      ),
    )
    .orderBy(desc(liveClass.startsAt), desc(liveClass.id))
    .limit(mostClasses);
  return rows.map((row) => classOf(row.liveClass, row.run));
}
