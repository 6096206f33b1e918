import { type LessonFile, Refusal } from "@shoreline/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { LargeUploads, Uploader } from "../../room.ts";
import { removeFile, storeFile } from "./jobs.ts";
import { takeOver } from "./lease.ts";

/** The store of uploads removes older ones. */
export const uploadLifetimeMs = 86_400_000;

export const largeUploads: LargeUploads = { find: findUpload, takeOver, finish: finishUpload, drop: dropUpload };

async function findUpload({ db, clock }: Deps, { fileId, who }: { fileId: string; who: Uploader }) {
  const found = await findOwnFile(db, { fileId, who });
  if (!found) return null;
  const isFinished = found.state !== "uploading";
  const expiresAt = new Date(found.createdAt.getTime() + uploadLifetimeMs);
  if (!isFinished && expiresAt <= clock.now()) return null;
  return { fileId, bytes: found.bytes, isFinished, expiresAt };
}

async function findOwnFile(db: Db, { fileId, who }: { fileId: string; who: Uploader }) {
  const isOwn = "staffId" in who ? eq(lessonFile.staffId, who.staffId) : eq(lessonFile.learnerId, who.learnerId);
  const [found] = await db
    .select()
    .from(lessonFile)
    .where(and(eq(lessonFile.id, fileId), isOwn));
  return found ?? null;
}

/** What became of an upload, for who sent it. */
export async function readOwnFile(db: Db, own: { fileId: string; who: Uploader }): Promise<LessonFile> {
  const found = await findOwnFile(db, own);
  if (!found) throw new Refusal("UNKNOWN_FILE");
  const { id, name, type, bytes, state, refusedWhy } = found;
  return { fileId: id, name, type, bytes, state, refusedWhy };
}

async function finishUpload({ db }: Deps, fileId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const finished = await tx
      .update(lessonFile)
      .set({ state: "checking" })
      .where(and(eq(lessonFile.id, fileId), eq(lessonFile.state, "uploading")))
      .returning({ bytes: lessonFile.bytes });
    for (const { bytes } of finished)
      await enqueue(tx, storeFile, { fileId }, { key: `store ${fileId}`, queue: queueFor(bytes) });
  });
}

const largeBytes = 200 * 1024 ** 2;

/** A large file takes a while: mails must not wait for several of them, and homework must not wait for a film. */
const queueFor = (bytes: number) => (bytes > largeBytes ? "lesson.store large" : "lesson.store");

async function dropUpload({ db }: Deps, fileId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(
      sql`delete from lesson_file where id = ${fileId} and state in ('uploading', 'refused')`,
    );
    if (rowCount) await enqueue(tx, removeFile, { fileId });
  });
}
