import { isMeetingLink, isRecordingLink } from "@shoreline/domain/meeting";
import { endsAt } from "@shoreline/domain/schedule";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import { classChanged } from "./jobs.ts";
import type { ClassRow } from "./queries.ts";

type Change = { classId: string; now: Date };

/** Moves a class and notifies its learners. Returns null, or the reason why the class cannot be moved. */
export async function moveClass(db: Db, { classId, now, startsAt }: Change & { startsAt: Date }) {
  if (startsAt <= now) return "This time has passed. Choose a later one.";
  return changeClass(db, { classId, now, notice: "moved" }, (found) => {
    if (found.cancelledAt) return "This class is cancelled and cannot be moved.";
    if (endsAt(found) <= now) return "This class is over and cannot be moved.";
    return found.startsAt.getTime() === startsAt.getTime() ? "The class is already at this time." : { startsAt };
  });
}

export async function cancelClass(db: Db, { classId, now }: Change) {
  return changeClass(db, { classId, now, notice: "cancelled" }, (found) => {
    if (found.cancelledAt) return "This class is already cancelled.";
    return endsAt(found) <= now ? "This class is over and cannot be cancelled." : { cancelledAt: now };
  });
}

/** Learners get the link when they join, so a new link needs no notice. */
export async function setMeetingLink(db: Db, { classId, now, link }: Change & { link: string }) {
  if (link !== "" && !isUsableLink(link)) return "A meeting link must start with https://.";
  return changeClass(db, { classId, now }, () => ({ meetingUrl: link }));
}

type Recorded = { batchId: string; number: number; link: string };

/** Learners find the recording in their schedule. An empty link removes it. */
export async function setRecording(db: Db, { batchId, number, link }: Recorded): Promise<string | null> {
  if (link !== "" && !(isRecordingLink(link) && URL.canParse(link)))
    return "The link of a recording must start with https:// or http://.";
  const isMeant = and(eq(sql`${liveClass.batchId}::text`, batchId), eq(liveClass.number, number));
  const [found] = await db.update(liveClass).set({ recordingUrl: link }).where(isMeant).returning();
  return found ? null : "There is no such class. List the batches of a course to find the id; classes count from 1.";
}

export function isUsableLink(link: string): boolean {
  return isMeetingLink(link) && URL.canParse(link);
}

type NotifiedChange = Change & { notice?: "moved" | "cancelled" };

async function changeClass(
  db: Db,
  { classId, now, notice }: NotifiedChange,
  decide: (found: ClassRow) => Partial<ClassRow> | string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(liveClass)
      .where(eq(sql`${liveClass.id}::text`, classId))
      .for("update");
    if (!found) return "There is no class with this id. List the classes of a course to find it.";
    const values = decide(found);
    if (typeof values === "string") return values;
    const sequence = found.sequence + 1;
    const version = notice ? { sequence, changedAt: now } : {};
    await tx
      .update(liveClass)
      .set({ ...values, ...version })
      .where(eq(liveClass.id, found.id));
    await updateBatch(tx, found.batchId);
    const before = found.startsAt.toISOString();
    if (notice) await enqueue(tx, classChanged, { classId: found.id, change: notice, sequence, before });
    return null;
  });
}

/** A batch starts with its first class and ends with its last. */
export async function updateBatch(tx: Db, batchId: string): Promise<void> {
  const { rows } = await tx.execute<{ startsAt: Date | null; endsAt: Date | null }>(sql`
    select min(starts_at) as "startsAt", max(starts_at + minutes * interval '1 minute') as "endsAt"
    from live_class where batch_id = ${batchId} and cancelled_at is null`);
  const [span] = rows;
  if (span?.startsAt && span.endsAt)
    await tx
      .update(batch)
      .set({ startsAt: new Date(span.startsAt), endsAt: new Date(span.endsAt) })
      .where(eq(batch.id, batchId));
}
