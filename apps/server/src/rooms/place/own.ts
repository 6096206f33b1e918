import { type OwnPlace, type OwnRequest, type OwnWaiting, Refusal } from "@shoreline/contract";
import { isAcceptedAtOnce, whyNoChange } from "@shoreline/domain/batch-place";
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { batchRequest, pause } from "../../db/tables/batch-request.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { waitingPlace } from "../../db/tables/seat.ts";
import { type CourseRow, findCourse } from "../course/queries.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { listToJoin, toPlaceBatch } from "./batches.ts";

export async function findCourseOrRefuse(db: Db, courseId: string): Promise<CourseRow> {
  const [course] = await findCourse(db, { courseId });
  if (!course) throw new Refusal("UNKNOWN_COURSE");
  return course;
}

type Own = { learnerId: string; courseId: string };

/** What this learner has of a course: the purchase, its place and its pause. */
export async function findOwnPlace(db: Db, { learnerId, courseId }: Own) {
  const [found] = await db
    .select({ purchase, batch, pause })
    .from(purchase)
    .leftJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .leftJoin(batch, eq(batch.id, batchPlace.batchId))
    .leftJoin(pause, and(eq(pause.purchaseId, purchase.id), isNull(pause.resumedAt)))
    .where(and(eq(purchase.learnerId, learnerId), eq(purchase.courseId, courseId), isCurrentPurchase));
  return found ?? null;
}

/**
 * Classes of the batch that have begun since the purchase, and how often the batch was changed by a request. The times are in a filter:
 * as a condition PostgreSQL reads all classes of that time by their index.
 */
export async function readChangeFacts(db: Db, { purchaseId, now }: { purchaseId: string; now: Date }) {
  const { rows } = await db.execute<{ begun: number; changes: number }>(sql`
    select (
      select (count(*) filter (where c.starts_at <= ${now.toISOString()}::timestamptz and c.starts_at > p.purchased_at))::int
      from batch_place placed join live_class c on c.batch_id = placed.batch_id
      where placed.purchase_id = p.id and c.cancelled_at is null
    ) as begun, (
      select count(*)::int from batch_request r where r.purchase_id = p.id and r.state = 'accepted'
    ) as changes
    from purchase p where p.id = ${purchaseId}`);
  return rows[0] ?? { begun: 0, changes: 0 };
}

/** Everything that the portal shows about the place of a learner in a course. */
export async function readOwnPlace(ctx: SignedInCtx, { courseId }: { courseId: string }): Promise<OwnPlace> {
  const { db, clock, learner } = ctx;
  const now = clock.now();
  const course = await findCourseOrRefuse(db, courseId);
  const own = { learnerId: learner.id, courseId: course.id };
  const found = await findOwnPlace(db, own);
  const settings = await readClassSettings(db);
  const facts = found ? await readChangeFacts(db, { purchaseId: found.purchase.id, now }) : { begun: 0, changes: 0 };
  const toJoin = await listToJoin(db, { ...own, now });
  return {
    isBought: found !== null,
    batch: found?.batch ? toPlaceBatch(found.batch) : null,
    batches: toJoin.filter(({ batchId }) => batchId !== found?.batch?.id),
    waiting: await listOwnWaiting(db, own),
    request: found && (await findLastRequest(db, found.purchase.id)),
    whyNoChange: found ? whyNoChange(facts, settings) : null,
    isAcceptedAtOnce: isAcceptedAtOnce(facts, settings),
    pause: found?.pause
      ? { pausedAt: found.pause.pausedAt.toISOString(), until: found.pause.until, reason: found.pause.reason }
      : null,
    longestPause: settings.pauseMostDays,
    now: now.toISOString(),
  };
}

async function listOwnWaiting(db: Db, { learnerId, courseId }: Own): Promise<OwnWaiting[]> {
  const rows = await db
    .select({
      ...{ waiting: waitingPlace, batch },
      position: sql<number>`(
        select count(*)::int from waiting_place ahead
        where ahead.batch_id = ${waitingPlace.batchId} and ahead.state = 'waiting'
          and (ahead.asked_at, ahead.id) <= (${waitingPlace.askedAt}, ${waitingPlace.id}))`,
    })
    .from(waitingPlace)
    .innerJoin(batch, eq(batch.id, waitingPlace.batchId))
    .where(
      and(
        ...[eq(waitingPlace.learnerId, learnerId), eq(batch.courseId, courseId)],
        inArray(waitingPlace.state, ["waiting", "offered"]),
      ),
    )
    .orderBy(asc(batch.startsAt), asc(batch.id));
  return rows.map(({ waiting, batch: of, position }) => ({
    ...{ waitingId: waiting.id, batch: toPlaceBatch(of) },
    state: waiting.state === "offered" ? ("offered" as const) : ("waiting" as const),
    position: waiting.state === "offered" ? null : position,
    offerEndsAt: waiting.offerEndsAt?.toISOString() ?? null,
  }));
}

async function findLastRequest(db: Db, purchaseId: string): Promise<OwnRequest | null> {
  const [row] = await db
    .select({ request: batchRequest, to: batch })
    .from(batchRequest)
    .innerJoin(batch, eq(batch.id, batchRequest.toBatchId))
    .where(eq(batchRequest.purchaseId, purchaseId))
    .orderBy(desc(batchRequest.askedAt))
    .limit(1);
  if (!row) return null;
  const { id, reason, state, askedAt, decidedAt, answer } = row.request;
  return {
    ...{ requestId: id, to: toPlaceBatch(row.to), reason, state, answer },
    ...{ askedAt: askedAt.toISOString(), decidedAt: decidedAt?.toISOString() ?? null },
  };
}
