import type { Storage } from "@shoreline/contract";
import type { StorageSettings } from "@shoreline/domain/lesson-file";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";
import { recordChange } from "../staff/audit.ts";

type OfCourse = { courseId: string; name: string; files: number; bytes: string };

/** What files take, the largest course first, and what they may take. */
export async function readStorage({ db }: Pick<StaffCtx, "db">): Promise<Storage> {
  const { courseGigabytes, instituteGigabytes, fileTypes, keepFiles, version } = await readClassSettings(db);
  const { rows } = await db.execute<OfCourse>(sql`
    select course.course_id as "courseId", course.name, count(*)::int as files, sum(f.bytes) as bytes
    from lesson_file f join course on course.id = f.course_id
    where f.state <> 'refused' group by course.id order by sum(f.bytes) desc`);
  const courses = rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
  const bytes = courses.reduce((sum, one) => sum + one.bytes, 0);
  return { courseGigabytes, instituteGigabytes, fileTypes, keepFiles, version, bytes, courses };
}

export async function saveStorage(ctx: StaffCtx, { version, ...after }: StorageSettings & { version: number }) {
  await ctx.db.transaction(async (tx) => {
    const { courseGigabytes, instituteGigabytes, fileTypes } = await readClassSettings(tx);
    await saveClassSettings(tx, after, version);
    await recordChange(tx, ctx, {
      ...{ action: "Changed the storage of files", kind: "setting", thingId: "storage", thing: "Storage of files" },
      ...{ before: { courseGigabytes, instituteGigabytes, fileTypes }, after },
    });
  });
  return readStorage(ctx);
}
