import { type Api, type ParsedInput, Refusal, type StaffRecording } from "@shoreline/contract";
import { and, eq, gt, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { recording, watch } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { forgetNews } from "../notification/digest.ts";
import { touchClasses } from "../schedule/touch-classes.ts";
import { recordChange } from "../staff/audit.ts";
import { inOrder } from "./recording-add.ts";
import { showRecording } from "./recording-list.ts";
import { aboutRecording, type FoundRecording, findRecording, holdRecording } from "./recording-own.ts";

export async function changeRecording(
  ctx: StaffCtx,
  { recordingId, name, seconds, chapters, version }: ParsedInput<Api["library"]["changeRecording"]>,
): Promise<StaffRecording> {
  await ctx.db.transaction(async (tx) => {
    const before = await holdRecording(ctx, tx, recordingId);
    if (before.recording.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    await tx
      .update(recording)
      .set({ name, chapters: inOrder(chapters), version: version + 1, ...(seconds === null ? {} : { seconds }) })
      .where(eq(recording.id, recordingId));
    const after = await findRecording(ctx, recordingId, tx);
    await touchClasses(tx, [after.recording.classId]);
    await recordChange(tx, ctx, {
      ...{ ...aboutRecording(after), action: "Changed a recording", before: logged(before), after: logged(after) },
    });
  });
  return showRecording(ctx, recordingId);
}

/** Refused when more learners have watched it than the page said. Its file follows when nothing refers to it. */
export async function removeRecording(
  ctx: StaffCtx,
  { recordingId, watchers }: { recordingId: string; watchers: number },
) {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select from recording where id = ${recordingId} for update`);
    const found = await findRecording(ctx, recordingId, tx);
    const hasWatched = and(eq(watch.recordingId, recordingId), gt(watch.watchedSeconds, 0));
    const count = await tx.$count(watch, hasWatched);
    if (count > watchers) throw new Refusal("CHANGED_MEANWHILE");
    const [file] = await tx
      .select({ bytes: lessonFile.bytes })
      .from(lessonFile)
      .where(eq(lessonFile.id, found.recording.fileId));
    await tx.delete(recording).where(eq(recording.id, recordingId));
    await touchClasses(tx, [found.recording.classId]);
    await forgetNews(tx, [`recording ${recordingId}`]);
    await recordChange(tx, ctx, {
      ...{ ...aboutRecording(found), action: "Removed a recording" },
      before: { ...logged(found), watchers: count, bytes: file?.bytes },
    });
    return {};
  });
}

const logged = ({ recording: { name, seconds, chapters } }: FoundRecording) => ({
  ...{ name, seconds, chapters: chapters.map(({ startsAt, title }) => `${startsAt} s: ${title}`) },
});
