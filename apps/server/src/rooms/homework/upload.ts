import { Refusal } from "@shoreline/contract";
import { mostADay, mostFileBytes } from "@shoreline/domain/class-homework";
import { sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { openPlace } from "../lesson/access.ts";
import { startUpload } from "../lesson/start-upload.ts";

const dayMs = 86_400_000;

type Wanted = { courseId: string; name: string; bytes: number };

export async function startOwnUpload({ db, clock, learner }: SignedInCtx, { courseId, name, bytes }: Wanted) {
  const who = { learnerId: learner.id };
  const now = clock.now();
  return db.transaction(async (tx) => {
    const place = await openPlace(tx, { ...who, courseId });
    if (bytes > mostFileBytes) throw new Refusal("HOMEWORK_FILE_TOO_LARGE");
    const started = await startUpload(tx, { who, courseId: place.courseId, name, bytes, now });
    // Others who start one wait now, so this one is counted too; a refusal takes it back.
    const ofToday = await countSince(tx, who.learnerId, new Date(now.getTime() - dayMs));
    if (ofToday.files > mostADay.files || ofToday.bytes > mostADay.bytes) throw new Refusal("TOO_MANY_FILES_TODAY");
    return started;
  });
}

async function countSince(tx: Db, learnerId: string, since: Date): Promise<{ files: number; bytes: number }> {
  const { rows } = await tx.execute<{ files: number; bytes: string }>(sql`
    select count(*)::int as files, coalesce(sum(bytes), 0) as bytes from lesson_file
    where learner_id = ${learnerId} and created_at > ${since.toISOString()}::timestamptz`);
  return { files: rows[0]?.files ?? 0, bytes: Number(rows[0]?.bytes) };
}
