import { or, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { removeFile } from "./jobs.ts";
import { uploadLifetimeMs } from "./uploads.ts";

/** Removes what was never finished or was refused, and what nothing has referred to for a day; the bytes go in a job for each. */
export async function tidyFiles({ db, clock, fileUses }: Deps): Promise<void> {
  const before = sql`${new Date(clock.now().getTime() - uploadLifetimeMs).toISOString()}::timestamptz`;
  const isUsed = or(sql`false`, ...fileUses.map((use) => use.isUsed(lessonFile.id)));
  const isUnfinished = sql`${lessonFile.state} in ('uploading', 'refused') and ${lessonFile.createdAt} < ${before}`;
  const isUnused = sql`${lessonFile.state} = 'ready' and ${lessonFile.storedAt} < ${before} and not (${isUsed})`;
  for (const isOver of [isUnfinished, isUnused])
    await inSteps(() =>
      db.transaction(async (tx) => {
        const held = await tx.execute<{ id: string }>(
          sql`select id from lesson_file where ${isOver} limit ${rowsPerStep} for update skip locked`,
        );
        const ids = held.rows.map(({ id }) => id);
        // Asked again under the lock: what was handed in after the first look has committed is seen now.
        const { rows } = await tx.execute<{ fileId: string }>(
          sql`delete from lesson_file where id = ${anyOf(ids)} and ${isOver} returning id as "fileId"`,
        );
        await enqueueAll(tx, removeFile, rows);
        return ids;
      }),
    );
}
