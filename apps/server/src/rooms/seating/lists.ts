import type { BatchRequest, PausedLearner, PlaceCounts, WaitingLearner, WaitingList } from "@shoreline/contract";
import { whatSpeaksAgainst } from "@shoreline/domain/batch-place";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { learner } from "../../db/tables/account.ts";
import { batchRequest, pause } from "../../db/tables/batch-request.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch } from "../../db/tables/schedule.ts";
import { waitingPlace } from "../../db/tables/seat.ts";
import { seatsInUse, takenSeats } from "../../db/taken-seats.ts";
import { fullName, type LearnerRow, numberOf } from "../account/queries.ts";
import { readToday, seatsLeftOf, takesSomebody, toPlaceBatch } from "../place/batches.ts";
import { readClassSettings } from "../schedule/settings.ts";

const aPage = 50;
const aPageOfLists = 20;
const mostInLine = 100;

export const courseName = { courseId: course.courseId, name: course.name };
export const toLearner = (who: LearnerRow) => ({ learnerId: who.id, name: fullName(who), number: numberOf(who) });

export async function countPlaces({ db }: StaffCtx): Promise<PlaceCounts> {
  const { rows } = await db.execute<PlaceCounts>(sql`
    select (select count(*)::int from batch_request where state = 'asked') as requests,
      ((select count(*) from waiting_place where state = 'waiting')
        + (select count(*) from waiting_place where state = 'offered'))::int as waiting,
      (select count(*)::int from pause join purchase p on p.id = pause.purchase_id
        where pause.resumed_at is null and p.state in ('active', 'suspended')) as pauses`);
  return rows[0] ?? { requests: 0, waiting: 0, pauses: 0 };
}

/** What a page begins after: the last row of the page before. */
function readAfter(after: string | undefined): [string, string] | null {
  const [first = "", id = ""] = after?.split(" ") ?? [];
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
  // Years of more or fewer digits are none of ours.
  const isMoment = /^[1-9]\d{3}-/.test(first) && !Number.isNaN(Date.parse(first));
  return isUuid && isMoment ? [new Date(first).toISOString(), id] : null;
}

/** A page and where the next begins. One row more than a page is read. */
function paged<Row>(rows: Row[], size: number, keyOf: (row: Row) => string) {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, next: rows.length > size && last ? keyOf(last) : null };
}

export async function listRequests({ db, clock }: StaffCtx, { after }: { after?: string | undefined }) {
  const now = clock.now();
  const from = alias(batch, "from_batch");
  const since = readAfter(after);
  const begun = sql<number>`(
    select count(*)::int from batch_place placed join live_class c on c.batch_id = placed.batch_id
    where placed.purchase_id = ${purchase.id} and c.cancelled_at is null
      and c.starts_at <= ${now.toISOString()}::timestamptz and c.starts_at > ${purchase.purchasedAt})`;
  const changes = sql<number>`(
    select count(*)::int from batch_request r where r.purchase_id = ${purchase.id} and r.state = 'accepted')`;
  const rows = await db
    .select({
      ...{ request: batchRequest, who: learner, course: courseName, from, to: batch, begun, changes },
      taken: takenSeats({ batchId: sql`${batch.id}`, now }),
    })
    .from(batchRequest)
    .innerJoin(purchase, eq(purchase.id, batchRequest.purchaseId))
    .innerJoin(learner, eq(learner.id, batchRequest.learnerId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .innerJoin(batch, eq(batch.id, batchRequest.toBatchId))
    .leftJoin(from, eq(from.id, batchRequest.fromBatchId))
    .where(
      and(
        eq(batchRequest.state, "asked"),
        since
          ? sql`(${batchRequest.askedAt}, ${batchRequest.id}) > (${since[0]}::timestamptz, ${since[1]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(batchRequest.askedAt), asc(batchRequest.id))
    .limit(aPage + 1);
  const { shown, next } = paged(rows, aPage, ({ request }) => `${request.askedAt.toISOString()} ${request.id}`);
  const settings = await readClassSettings(db);
  const at = { now, today: await readToday(db, now) };
  const requests: BatchRequest[] = shown.map(({ request, who, to, taken, ...row }) => ({
    ...{ requestId: request.id, learner: toLearner(who), course: row.course, reason: request.reason },
    from: row.from && toPlaceBatch(row.from),
    to: { ...toPlaceBatch(to), seatsLeft: seatsLeftOf({ seats: to.seats, taken }) },
    askedAt: request.askedAt.toISOString(),
    against: whatSpeaksAgainst(
      {
        ...{ begun: row.begun, changes: row.changes, isJoinable: takesSomebody(to, at) },
        hasSeat: to.seats === null || taken < to.seats,
      },
      settings,
    ),
  }));
  return { requests, next };
}

export async function listWaiting({ db, clock }: StaffCtx, { after }: { after?: string | undefined }) {
  const now = clock.now();
  const isNext = after && /^[\da-f-]{36}$/.test(after) ? sql`and batch_id::text > ${after}` : sql``;
  const { rows: found } = await db.execute<{ batchId: string }>(sql`
    select distinct batch_id as "batchId" from waiting_place where state in ('waiting', 'offered') ${isNext}
    order by batch_id limit ${aPageOfLists + 1}`);
  const { shown, next } = paged(found, aPageOfLists, ({ batchId }) => batchId);
  const ids = shown.map(({ batchId }) => batchId);
  const batches = await db
    .select({ batch, course: courseName, taken: seatsInUse({ batchId: sql`${batch.id}`, now }) })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(sql`${batch.id} = ${anyOf(ids)}`)
    .orderBy(asc(batch.id));
  const people = await listInLines(db, ids);
  const lists: WaitingList[] = batches.map(({ batch: of, ...row }) => ({
    ...{ batch: toPlaceBatch(of), course: row.course, seats: of.seats, taken: row.taken },
    learners: people.flatMap(({ batchId, ...one }) => (batchId === of.id ? one : [])),
  }));
  return { lists, next };
}

/** The first of each line, who has an offer before who waits. */
async function listInLines(db: Db, batchIds: string[]): Promise<(WaitingLearner & { batchId: string })[]> {
  const ranked = db.$with("ranked").as(
    db
      .select({
        id: waitingPlace.id,
        rank: sql<number>`row_number() over (partition by ${waitingPlace.batchId} order by ${waitingPlace.state}, ${waitingPlace.askedAt}, ${waitingPlace.id})`.as(
          "rank",
        ),
      })
      .from(waitingPlace)
      .where(
        and(sql`${waitingPlace.batchId} = ${anyOf(batchIds)}`, inArray(waitingPlace.state, ["waiting", "offered"])),
      ),
  );
  const rows = await db
    .with(ranked)
    .select({
      ...{ waiting: waitingPlace, who: learner },
      isBought: sql<boolean>`exists (
        select from purchase p join batch b on b.course_id = p.course_id
        where p.learner_id = ${learner.id} and b.id = ${waitingPlace.batchId} and p.state in ('active', 'suspended'))`,
    })
    .from(ranked)
    .innerJoin(waitingPlace, eq(waitingPlace.id, ranked.id))
    .innerJoin(learner, eq(learner.id, waitingPlace.learnerId))
    .where(sql`${ranked.rank} <= ${mostInLine}`)
    .orderBy(asc(waitingPlace.batchId), asc(ranked.rank));
  return rows.map(({ waiting, who, isBought }) => ({
    ...{ batchId: waiting.batchId, waitingId: waiting.id, learner: toLearner(who), isBought },
    state: waiting.state === "offered" ? ("offered" as const) : ("waiting" as const),
    ...{ askedAt: waiting.askedAt.toISOString(), offerEndsAt: waiting.offerEndsAt?.toISOString() ?? null },
  }));
}

const unknownDay = "9999-12-31";

/** The earliest wish to go on first, who named no day last. Open pauses are in an index of their own. */
export async function listPauses({ db }: StaffCtx, { after }: { after?: string | undefined }) {
  const since = readAfter(after);
  const wish = sql`coalesce(${pause.until}, ${unknownDay}::date)`;
  const rows = await db
    .select({ pause, who: learner, course: courseName, batch })
    .from(pause)
    .innerJoin(purchase, eq(purchase.id, pause.purchaseId))
    .innerJoin(learner, eq(learner.id, pause.learnerId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .leftJoin(batch, eq(batch.id, pause.batchId))
    .where(
      and(
        ...[isNull(pause.resumedAt), isCurrentPurchase],
        since ? sql`(${wish}, ${pause.id}) > (${since[0].slice(0, 10)}::date, ${since[1]}::uuid)` : undefined,
      ),
    )
    .orderBy(wish, asc(pause.id))
    .limit(aPage + 1);
  const { shown, next } = paged(rows, aPage, (row) => `${row.pause.until ?? unknownDay} ${row.pause.id}`);
  const pauses: PausedLearner[] = shown.map(({ pause: one, who, batch: of, ...row }) => ({
    ...{ pauseId: one.id, learner: toLearner(who), course: row.course, batch: of && toPlaceBatch(of) },
    ...{ reason: one.reason, pausedAt: one.pausedAt.toISOString(), until: one.until, isByStaff: one.pausedBy !== null },
  }));
  return { pauses, next };
}
