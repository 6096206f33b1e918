import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { FileUse } from "../context.ts";
import { course } from "../db/tables/course.ts";
import { lessonFile } from "../db/tables/lesson-file.ts";
import { mayOpen } from "../rooms/lesson/access.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";

type App = { request(path: string, init?: RequestInit): Promise<Response> | Response };

const tusType = "application/offset+octet-stream";

export async function pythonOf({ db }: TestInstitute): Promise<string> {
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  return python?.id ?? "";
}

type Sent = { offset: number; bytes: Uint8Array };

export function patch(app: App, address: string, { offset, bytes }: Sent, headers: Record<string, string> = {}) {
  const own = { "tus-resumable": "1.0.0", "content-type": tusType, "upload-offset": String(offset), ...headers };
  return app.request(address, { method: "PATCH", headers: own, body: new Uint8Array(bytes) });
}

export async function arrived(app: App, address: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await app.request(address, { method: "HEAD", headers: { "tus-resumable": "1.0.0", ...headers } });
  expect(answer.status).toBe(200);
  return Number(answer.headers.get("upload-offset"));
}

/** Things of batches that refer to files, in place of the tables of other rooms. */
export function pretendUses(institute: TestInstitute) {
  const things: { fileId: string; batchId: string | null; trainerId?: string }[] = [];
  const isOne = (fileId: Parameters<FileUse["isUsed"]>[0], which = things) =>
    sql`${fileId}::text = any(${sql.param(which.map((one) => one.fileId))}::text[])`;
  const use: FileUse = {
    isUsed: (fileId) => isOne(fileId),
    opensForLearner: ({ fileId, learnerId }) =>
      sql`exists (
        select from json_to_recordset(${JSON.stringify(things)}::json) as thing ("fileId" uuid, "batchId" uuid)
        where thing."fileId" = ${fileId} and ${mayOpen({ learnerId, courseId: lessonFile.courseId, batchId: sql`thing."batchId"` })})`,
    opensForTrainer: ({ fileId, trainer }) =>
      isOne(
        fileId,
        things.filter(({ trainerId }) => trainerId === trainer.id),
      ),
  };
  institute.deps.fileUses = [use];
  return things;
}

type NewFile = { name?: string; type?: string; bytes?: Buffer; staffId?: string; learnerId?: string };

/** A file that is ready. */
export async function newLessonFile(institute: TestInstitute, given: NewFile = {}): Promise<string> {
  const { name = "slides.pdf", type = "application/pdf", bytes = randomBytes(1000), ...who } = given;
  const { db, deps } = institute;
  const [added] = await db
    .insert(lessonFile)
    .values({
      ...{ courseId: await pythonOf(institute), name, type, bytes: bytes.length, ...who },
      ...{ state: "ready" as const, createdAt: testDay, storedAt: testDay },
    })
    .returning();
  const fileId = added?.id ?? "";
  await deps.files.put(`learning/${fileId}`, { bytes, type });
  return fileId;
}
