import type { Mark, PresenceSource } from "@shoreline/domain/presence";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { attendanceChange } from "../../db/tables/class.ts";
import { attendance } from "../../db/tables/schedule.ts";

export type Presence = {
  classId: string;
  learnerId: string;
  mark: Mark;
  source: PresenceSource;
  minutes?: number;
  /** When it was marked. */
  at: Date;
  id?: string;
  staffId?: string;
  reason?: string;
  now: Date;
};

/** Stores a mark with its history. What a trainer or staff has marked stays, and gets the minutes only. */
export async function storePresence(tx: Db, presence: Presence): Promise<void> {
  const { classId, learnerId, mark, source, minutes, at, now, id, staffId, reason } = presence;
  const isThis = and(eq(attendance.classId, classId), eq(attendance.learnerId, learnerId));
  const [last] = await tx
    .select({ source: attendanceChange.source })
    .from(attendanceChange)
    .where(and(eq(attendanceChange.classId, classId), eq(attendanceChange.learnerId, learnerId)))
    .orderBy(desc(attendanceChange.at))
    .limit(1);
  const isMarkedByHand = last?.source === "roll-call" || last?.source === "corrected";
  if (source === "meeting" && isMarkedByHand) {
    if (minutes !== undefined) await tx.update(attendance).set({ minutes }).where(isThis);
    return;
  }
  await tx
    .insert(attendanceChange)
    .values({
      ...{ classId, learnerId, mark, source, at, storedAt: now, staffId, reason: reason ?? "" },
      ...(id ? { id } : {}),
    })
    .onConflictDoNothing();
  if (mark === "absent") {
    await tx.delete(attendance).where(isThis);
    return;
  }
  const isLate = mark === "late";
  await tx
    .insert(attendance)
    .values({ learnerId, classId, firstJoinedAt: at, lastJoinedAt: at, source, isLate, minutes })
    .onConflictDoUpdate({
      target: [attendance.learnerId, attendance.classId],
      set: { source, isLate, minutes: sql`coalesce(excluded.minutes, ${attendance.minutes})` },
    });
}
