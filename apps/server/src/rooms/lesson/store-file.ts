import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";

export const keyOf = (fileId: string) => `learning/${fileId}`;

/**
 * Scans a file and moves it from the uploads to the store. A process that is killed leaves everything as it was, and the next one begins
 * again: the upload goes last.
 */
export async function storeUploaded(deps: Deps, fileId: string): Promise<void> {
  const { db, files, log } = deps;
  const [file] = await db.select().from(lessonFile).where(eq(lessonFile.id, fileId));
  if (file?.state !== "checking") return removeUpload(deps, fileId);
  if (!(await isThere(deps, fileId)))
    return end({ state: "refused", refusedWhy: "The upload was too old. Please send it again." });
  const said = await scanUpload(deps, fileId);
  if (said !== null) {
    log.warn({ fileId, said }, "the virus scan refused a file");
    return end({ state: "refused", refusedWhy: "The virus scan refused this file." });
  }
  const hash = createHash("sha256");
  const stream = Readable.from(hashed(await deps.uploads.read(fileId), hash));
  await files.putFrom(keyOf(fileId), { stream, type: file.type, bytes: file.bytes });
  await end({ state: "ready", sha256: hash.digest("hex") });

  async function end(outcome: Partial<typeof lessonFile.$inferInsert>): Promise<void> {
    const changed = await db
      .update(lessonFile)
      .set({ ...outcome, storedAt: deps.clock.now() })
      .where(and(eq(lessonFile.id, fileId), eq(lessonFile.state, "checking")))
      .returning({ id: lessonFile.id });
    // Removed meanwhile.
    if (changed.length === 0) await files.remove(keyOf(fileId));
    await removeUpload(deps, fileId);
  }
}

async function* hashed(parts: Readable, hash: Hash) {
  for await (const part of parts) {
    hash.update(part as Buffer);
    yield part as Buffer;
  }
}

async function isThere({ uploads }: Deps, fileId: string): Promise<boolean> {
  return uploads.getUpload(fileId).then(
    () => true,
    (error) => !isGone(error) && Promise.reject(error),
  );
}

/** What the scanner said about a file that it refuses; null for a clean one. Without a scanner every file is. */
async function scanUpload({ scan, uploads }: Deps, fileId: string): Promise<string | null> {
  if (!scan) return null;
  if (uploads.pathOf) return scan(uploads.pathOf(fileId));
  const folder = await mkdtemp(path.join(tmpdir(), "scan-"));
  try {
    const copy = path.join(folder, fileId);
    await pipeline(await uploads.read(fileId), createWriteStream(copy, { mode: 0o600 }));
    return await scan(copy);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function removeUpload({ uploads }: Pick<Deps, "uploads">, fileId: string): Promise<void> {
  await uploads.remove(fileId).catch((error) => {
    if (!isGone(error)) throw error;
  });
}

/** The library of uploads throws plain objects with a status. */
function isGone(error: unknown): boolean {
  const { status_code: status } = error as { status_code?: number };
  return status === 404 || status === 410;
}
