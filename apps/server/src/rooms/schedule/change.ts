import { Refusal } from "@shoreline/contract";
import { isMeetingLink, isRecordingLink } from "@shoreline/domain/meeting";
import { endsAt } from "@shoreline/domain/schedule";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import type { ClassRow } from "./queries.ts";
import { type ClassWish, changeSeries, lockBatchOf } from "./series.ts";

type Change = { classId: string; now: Date };

/** Moves a class and notifies its learners. Returns null, or the reason why the class cannot be moved. */
export async function moveClass(db: Db, { classId, now, startsAt }: Change & { startsAt: Date }) {
  if (startsAt <= now) return "This time has passed. Choose a later one.";
  return changeClass(db, { classId, now }, (found) => {
    if (found.cancelledAt) return "This class is cancelled and cannot be moved.";
    if (endsAt(found) <= now) return "This class is over and cannot be moved.";
    return found.startsAt.getTime() === startsAt.getTime() ? "The class is already at this time." : { startsAt };
  });
}

export async function cancelClass(db: Db, { classId, now }: Change) {
  return changeClass(db, { classId, now }, (found) => {
    if (found.cancelledAt) return "This class is already cancelled.";
    return endsAt(found) <= now ? "This class is over and cannot be cancelled." : { isCancelled: true };
  });
}

/** Learners get the link when they join, so a new link needs no notice. */
export async function setMeetingLink(db: Db, { classId, link }: { classId: string; link: string }) {
  if (link !== "" && !isUsableLink(link)) return "A meeting link must start with https://.";
  const [found] = await db
    .update(liveClass)
    .set({ meetingUrl: link })
    .where(eq(sql`${liveClass.id}::text`, classId))
    .returning({ id: liveClass.id });
  return found ? null : unknownClass;
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

const unknownClass = "There is no class with this id. List the classes of a course to find it.";

type Decided = Pick<ClassWish, "startsAt" | "isCancelled">;

/** In one transaction with the job that notifies the learners. */
async function changeClass(
  db: Db,
  { classId, now }: Change,
  decide: (found: ClassRow) => Decided | string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const isMeant = eq(sql`${liveClass.id}::text`, classId);
    const [known] = await tx.select({ batchId: liveClass.batchId }).from(liveClass).where(isMeant);
    if (known) await lockBatchOf(tx, known);
    const [found] = await tx.select().from(liveClass).where(isMeant).for("update");
    if (!found) return unknownClass;
    const decided = decide(found);
    if (typeof decided === "string") return decided;
    const wishes = [{ classId: found.id, ...decided }];
    try {
      await changeSeries(tx, { batchId: found.batchId, wishes, staffId: null, now, isTold: true });
      return null;
    } catch (error) {
      if (error instanceof Refusal && error.code === "CLASS_CLASH") return error.fields?.clash ?? error.message;
      throw error;
    }
  });
}
