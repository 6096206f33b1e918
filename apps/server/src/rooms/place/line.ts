import { Refusal } from "@shoreline/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { pause } from "../../db/tables/batch-request.ts";
import { seatHold, waitingPlace } from "../../db/tables/seat.ts";
import { enqueue } from "../../jobs/queue.ts";
import { seatsFreed } from "../schedule/jobs.ts";
import { movePlace } from "../schedule/move-place.ts";
import { lockToJoin } from "./batches.ts";
import { findOwnPlace } from "./own.ts";

type Joining = { batchId: string; learnerId: string; courseId?: string; addedBy?: string; now: Date };

const isOpen = inArray(waitingPlace.state, ["waiting", "offered"]);

/** Puts a learner at the end of the line of a full batch. Who stands in it already stays where they are. */
export async function joinLine(tx: Db, { addedBy, ...joining }: Joining) {
  const { batchId, learnerId, now } = joining;
  const { batch, hasSeat } = await lockToJoin(tx, joining);
  const own = await findOwnPlace(tx, { learnerId, courseId: batch.courseId });
  if (own?.batch?.id === batchId) throw new Refusal("IN_BATCH_ALREADY");
  const isHere = and(eq(waitingPlace.batchId, batchId), eq(waitingPlace.learnerId, learnerId), isOpen);
  if ((await tx.$count(waitingPlace, isHere)) > 0) return batch;
  if (hasSeat) throw new Refusal("BATCH_HAS_SEATS");
  await tx.insert(waitingPlace).values({
    ...{ batchId, learnerId, purchaseId: own?.purchase.id ?? null, state: "waiting", askedAt: now },
    addedBy: addedBy ?? null,
  });
  return batch;
}

type Leaving = { waitingId: string; learnerId?: string; now: Date };

/** Ends the turn of a learner; what was held for them goes to the next in line. */
export async function leaveLine(tx: Db, { waitingId, learnerId, now }: Leaving) {
  const [left] = await tx
    .update(waitingPlace)
    .set({ state: "left", endedAt: now })
    .where(and(eq(waitingPlace.id, waitingId), isOpen, learnerId ? eq(waitingPlace.learnerId, learnerId) : undefined))
    .returning();
  if (!left) throw new Refusal("UNKNOWN_WAITING");
  await tx.delete(seatHold).where(eq(seatHold.waitingId, waitingId));
  await enqueue(tx, seatsFreed, { batchId: left.batchId });
  return left;
}

type Accepting = { waitingId: string; learnerId: string; now: Date };

/** Moves a learner who has the course to the seat that is held for them. After its end it is not theirs any more. */
export async function acceptOffer(tx: Db, { waitingId, learnerId, now }: Accepting): Promise<void> {
  const isOwn = and(eq(waitingPlace.id, waitingId), eq(waitingPlace.learnerId, learnerId));
  const [offer] = await tx.select().from(waitingPlace).where(isOwn);
  if (!offer) throw new Refusal("UNKNOWN_WAITING");
  if (offer.state === "taken") return;
  const purchaseId = offer.purchaseId ?? (await findPurchaseFor(tx, { batchId: offer.batchId, learnerId }));
  if (!purchaseId) throw new Refusal("UNKNOWN_PURCHASE");
  if (!(await isHeld(tx, { waitingId, now }))) {
    // The same tap twice: the first one may have taken it since.
    if (await isTaken(tx, waitingId)) return;
    throw new Refusal("OFFER_ENDED");
  }
  // It also ends the hold and the turn in line.
  await movePlace(tx, { purchaseId, toBatchId: offer.batchId, now });
  // While this waited for the batch, the offer may have gone on to the next.
  if (!(await isTaken(tx, waitingId))) throw new Refusal("OFFER_ENDED");
  await tx
    .update(pause)
    .set({ resumedAt: now })
    .where(and(eq(pause.purchaseId, purchaseId), sql`${pause.resumedAt} is null`));
}

async function isTaken(tx: Db, waitingId: string): Promise<boolean> {
  return (await tx.$count(waitingPlace, and(eq(waitingPlace.id, waitingId), eq(waitingPlace.state, "taken")))) > 0;
}

async function isHeld(tx: Db, { waitingId, now }: { waitingId: string; now: Date }): Promise<boolean> {
  const isRunning = sql`${seatHold.endsAt} > ${now.toISOString()}::timestamptz`;
  return (await tx.$count(seatHold, and(eq(seatHold.waitingId, waitingId), isRunning))) > 0;
}

/** Who bought the course after joining the line. */
async function findPurchaseFor(tx: Db, { batchId, learnerId }: { batchId: string; learnerId: string }) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from batch b join purchase p on p.course_id = b.course_id
    where b.id = ${batchId} and p.learner_id = ${learnerId} and p.state in ('active', 'suspended')`);
  return rows[0]?.id ?? null;
}
