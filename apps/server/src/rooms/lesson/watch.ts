import { createHash } from "node:crypto";
import { Refusal } from "@shoreline/contract";
import { addPlayed, isWatched, type Part, percentOf, sumOf } from "@shoreline/domain/watching";
import { and, eq, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { recording, watch } from "../../db/tables/lesson.ts";
import { hasAttended, storePresence } from "../schedule/presence.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { openPlace } from "./access.ts";
import { isReached } from "./recordings.ts";

type Report = { courseId: string; recordingId: string; position: number; parts: Part[] };

/** Several devices of one learner report one after the other, and share the time since any of them opened the recording first. */
export async function reportWatched(
  ctx: SignedInCtx,
  { courseId, recordingId, position, parts }: Report,
): Promise<{ percent: number | null; isWatched: boolean; isAttended: boolean }> {
  const { db, learner, clock } = ctx;
  const now = clock.now();
  const learnerId = learner.id;
  const place = await openPlace(db, { learnerId, courseId });
  const { recordingPercent, countRecordings } = await readClassSettings(db);
  const { seconds, classId, watchedSeconds, watchedAt } = await db.transaction(async (tx) => {
    const [film] = await tx
      .select({ seconds: recording.seconds, classId: recording.classId })
      .from(recording)
      .where(and(eq(recording.id, recordingId), isReached(place)))
      .for("key share");
    if (!film) throw new Refusal("UNKNOWN_RECORDING");
    // Who reports without having opened it starts now.
    await tx
      .insert(watch)
      .values({ learnerId, recordingId, position: 0, openedAt: now, reportedAt: now })
      .onConflictDoNothing();
    const isOwn = and(eq(watch.learnerId, learnerId), eq(watch.recordingId, recordingId));
    const [before] = await tx.select().from(watch).where(isOwn).for("update");
    if (!before) throw new Refusal("UNKNOWN_RECORDING");
    const openSeconds = (now.getTime() - before.openedAt.getTime()) / 1000;
    const known = addPlayed({ known: before.parts, played: parts, openSeconds, seconds: film.seconds });
    const sum = sumOf(known);
    const isEnough = isWatched(sum, { seconds: film.seconds, percent: recordingPercent });
    const after = {
      ...{ position: Math.min(position, film.seconds ?? position), parts: known, watchedSeconds: sum },
      watchedAt: before.watchedAt ?? (isEnough ? now : null),
    };
    await tx
      .update(watch)
      .set({ ...after, reportedAt: now > before.reportedAt ? now : before.reportedAt })
      .where(isOwn);
    return { ...film, ...after };
  });
  const isCounted = watchedAt !== null && countRecordings && classId !== null;
  const isAttended = isCounted && (await markWatched(db, { learnerId, classId, now }));
  return { percent: percentOf(watchedSeconds, seconds), isWatched: watchedAt !== null, isAttended };
}

type Watched = { learnerId: string; classId: string; now: Date };

/**
 * Who has missed the class and watched its recording was there, once. What somebody of the staff corrected stays, and so does a mark of
 * who was there. True when the learner counts as present.
 */
export async function markWatched(db: Db, { learnerId, classId, now }: Watched): Promise<boolean> {
  if (await hasAttended(db, { learnerId, classId })) return true;
  return db.transaction(async (tx) => {
    // Marks of the class wait, so that a correction is seen.
    await tx.execute(sql`select from live_class where id = ${classId} for no key update`);
    if (await hasAttended(tx, { learnerId, classId })) return true;
    const { rows } = await tx.execute(sql`
      select from attendance_change
      where class_id = ${classId} and learner_id = ${learnerId} and source in ('corrected', 'recording') limit 1`);
    if (rows.length > 0) return false;
    const mark = { mark: "present" as const, source: "recording" as const, at: now };
    return storePresence(tx, { classId, learnerId, now, id: idOf({ learnerId, classId }), ...mark });
  });
}

/** The same for every attempt, so that the mark is in the history once. */
function idOf({ learnerId, classId }: Omit<Watched, "now">): string {
  const hex = createHash("md5").update(`recording ${classId} ${learnerId}`).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
