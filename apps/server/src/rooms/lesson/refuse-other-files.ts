import { Refusal } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import type { Uploader } from "../../room.ts";

type Wanted = { fileIds: string[]; courseId: string; kept?: string[]; who: Uploader };

/**
 * Refuses files that are not ready, of another course, or uploaded by somebody else. `kept` are there already. In the transaction that
 * stores what refers to them: until its end nobody removes the files.
 */
export async function refuseOtherFiles(tx: Db, { fileIds, courseId, kept = [], who }: Wanted): Promise<void> {
  const wanted = [...new Set(fileIds)].filter((id) => !kept.includes(id));
  if (wanted.length === 0) return;
  const isOwn = "staffId" in who ? eq(lessonFile.staffId, who.staffId) : eq(lessonFile.learnerId, who.learnerId);
  const { rows } = await tx.execute(sql`
    select from ${lessonFile} where ${lessonFile.id} = ${anyOf(wanted)} and ${lessonFile.state} = 'ready'
      and ${lessonFile.courseId} = ${courseId} and ${isOwn} for key share`);
  if (rows.length < wanted.length) throw new Refusal("UNKNOWN_FILE");
}
