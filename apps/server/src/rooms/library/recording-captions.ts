import { type Api, type ParsedInput, Refusal, type StaffRecording } from "@shoreline/contract";
import { type Cue, mostCaptionBytes, readCaptions, writeVtt } from "@shoreline/domain/captions";
import { and, eq, ne, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { recordingCaption, transcriptLine } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { refuseOtherFiles } from "../lesson/refuse-other-files.ts";
import { keyOf } from "../lesson/store-file.ts";
import { recordChange } from "../staff/audit.ts";
import { showRecording } from "./recording-list.ts";
import { aboutRecording, findRecording, holdRecording } from "./recording-own.ts";

const mostLanguages = 20;

/** From a file that was uploaded before; what is kept are its texts, and the file goes a day later. */
export async function addCaptions(
  ctx: StaffCtx,
  { recordingId, fileId, language, label }: ParsedInput<Api["library"]["addCaptions"]>,
): Promise<StaffRecording> {
  const { recording } = await findRecording(ctx, recordingId);
  await refuseOtherFiles(ctx.db, { fileIds: [fileId], courseId: recording.courseId, who: { staffId: ctx.staff.id } });
  const cues = await readCues(ctx, fileId);
  await ctx.db.transaction(async (tx) => {
    const found = await holdRecording(ctx, tx, recordingId);
    const others = and(eq(recordingCaption.recordingId, recordingId), ne(recordingCaption.language, language));
    if ((await tx.$count(recordingCaption, others)) >= mostLanguages) throw new Refusal("TOO_MANY_CAPTIONS");
    const { batchId, courseId } = found.recording;
    await storeCaptions(tx, { recordingId, language, label, cues, scopeId: batchId ?? courseId });
    await recordChange(tx, ctx, {
      ...{ ...aboutRecording(found), action: "Added captions", after: { language, label, lines: cues.length } },
    });
  });
  return showRecording(ctx, recordingId);
}

/** Those that are gone already are no mistake. */
export async function removeCaptions(
  ctx: StaffCtx,
  { recordingId, language }: { recordingId: string; language: string },
): Promise<StaffRecording> {
  await ctx.db.transaction(async (tx) => {
    const found = await holdRecording(ctx, tx, recordingId);
    const [removed] = await tx
      .delete(recordingCaption)
      .where(and(eq(recordingCaption.recordingId, recordingId), eq(recordingCaption.language, language)))
      .returning({ label: recordingCaption.label });
    if (!removed) return;
    await removeLines(tx, { recordingId, language });
    await recordChange(tx, ctx, {
      ...{ ...aboutRecording(found), action: "Removed captions", before: { language, label: removed.label } },
    });
  });
  return showRecording(ctx, recordingId);
}

const refuse = (text: string) => new Refusal("INVALID_INPUT", { fields: { fileId: text } });

async function readCues({ db, files }: Pick<StaffCtx, "db" | "files">, fileId: string): Promise<Cue[]> {
  const [file] = await db.select({ bytes: lessonFile.bytes }).from(lessonFile).where(eq(lessonFile.id, fileId));
  if (!file || file.bytes > mostCaptionBytes) throw refuse("This file is too large for captions: at most 2 MB");
  const stored = await files.read(keyOf(fileId));
  if (!stored) throw new Refusal("UNKNOWN_FILE");
  const read = readCaptions(textOf(stored.bytes));
  if ("fault" in read) throw refuse(`Line ${read.fault.line}: ${read.fault.text}`);
  return read.cues;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refuse("This file is not in UTF-8. Please save it in UTF-8 and add it again");
  }
}

type Captions = { recordingId: string; language: string; label: string; cues: Cue[]; scopeId: string };

/** Instead of those in the same language. */
export async function storeCaptions(tx: Db, { recordingId, language, label, cues, scopeId }: Captions): Promise<void> {
  const vtt = writeVtt(cues);
  await tx
    .insert(recordingCaption)
    .values({ recordingId, language, label, vtt })
    .onConflictDoUpdate({
      target: [recordingCaption.recordingId, recordingCaption.language],
      set: { label, vtt },
    });
  await removeLines(tx, { recordingId, language });
  await tx.execute(sql`
    insert into transcript_line (recording_id, language, number, starts_ms, ends_ms, text, scope_id)
    select ${recordingId}, ${language}, place, "startsMs", "endsMs", text, ${scopeId}
    from rows from (jsonb_to_recordset(${JSON.stringify(cues)}::jsonb) as ("startsMs" int, "endsMs" int, text text))
      with ordinality as line("startsMs", "endsMs", text, place)`);
}

async function removeLines(tx: Db, { recordingId, language }: { recordingId: string; language: string }) {
  await tx
    .delete(transcriptLine)
    .where(and(eq(transcriptLine.recordingId, recordingId), eq(transcriptLine.language, language)));
}
