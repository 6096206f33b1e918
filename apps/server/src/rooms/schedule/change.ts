import { isMeetingLink } from "@shoreline/domain/meeting";
import { endsAt } from "@shoreline/domain/schedule";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import { classChanged } from "./jobs.ts";
import type { ClassRow } from "./queries.ts";

type Change = { classId: string; now: Date };

/** A new time, which calendars follow and learners are told of; why not, where that is impossible. */
export async function moveClass(db: Db, { classId, now, startsAt }: Change & { startsAt: Date }) {
  if (startsAt <= now) return "That time has passed.";
  return changeClass(db, { classId, now, news: "moved" }, (found) => {
    if (found.cancelledAt) return "This class was cancelled.";
    if (endsAt(found) <= now) return "This class has been held.";
    return found.startsAt.getTime() === startsAt.getTime() ? "The class is at that time already." : { startsAt };
  });
}

export async function cancelClass(db: Db, { classId, now }: Change) {
  return changeClass(db, { classId, now, news: "cancelled" }, (found) => {
    if (found.cancelledAt) return "This class was cancelled already.";
    return endsAt(found) <= now ? "This class has been held." : { cancelledAt: now };
  });
}

/** Learners get the link at the door, so nobody need be told of a new one. */
export async function setMeetingLink(db: Db, { classId, now, link }: Change & { link: string }) {
  if (link !== "" && !(isMeetingLink(link) && URL.canParse(link))) return "A meeting link begins with https://.";
  return changeClass(db, { classId, now }, () => ({ meetingUrl: link }));
}

type Told = Change & { news?: "moved" | "cancelled" };

async function changeClass(
  db: Db,
  { classId, now, news }: Told,
  decide: (found: ClassRow) => Partial<ClassRow> | string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select()
      .from(liveClass)
      .where(eq(sql`${liveClass.id}::text`, classId))
      .for("update");
    if (!found) return "There is no such class.";
    const values = decide(found);
    if (typeof values === "string") return values;
    const sequence = found.sequence + 1;
    const counted = news ? { sequence, changedAt: now } : {};
    await tx
      .update(liveClass)
      .set({ ...values, ...counted })
      .where(eq(liveClass.id, found.id));
    await fitBatch(tx, found.batchId);
    const before = found.startsAt.toISOString();
    if (news) await enqueue(tx, classChanged, { classId: found.id, change: news, sequence, before });
    return null;
  });
}

/** A batch begins with its first class and ends with its last. */
async function fitBatch(tx: Db, batchId: string): Promise<void> {
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
