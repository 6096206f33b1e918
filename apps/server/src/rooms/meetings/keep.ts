import { nextMeetingTry } from "@shoreline/domain/meeting-account";
import { and, eq, gt, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { meeting, meetingAccount } from "../../db/tables/meeting.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { findSlots } from "./free-slots.ts";
import { inLanes, type MeetingRow, madeOf, openProvider, problemOf, wantedOf } from "./provider.ts";
import { at, classEnd, isDue, isMoved, isWanted, type Listed, listMeetings } from "./queries.ts";

const dayMs = 86_400_000;
/** In one run: the next one begins a minute later. */
const mostCalls = 20;
/** Longer than a provider may take. Who dies meanwhile leaves the meeting to a later run. */
const claimMs = 120_000;

type Only = { classId?: string };

/** Brings the meetings to what the classes of the next days say; of one class, or of all. */
export async function bringUpToDate(deps: Deps, only: Only = {}): Promise<void> {
  await followMoves(deps, only);
  await endUnneeded(deps, only);
  await takeSlots(deps, only);
  await makeAsked(deps, only);
}

const isOnly = ({ classId }: Only): SQL | undefined => (classId ? eq(meeting.classId, classId) : undefined);

/**
 * Slots are given by one process at a time. The constraint `meeting_slot` refuses at the end of the transaction what would clash
 * all the same; then nothing is done, and the next run finds another way.
 */
async function withSlots(db: Db, work: (tx: Db) => Promise<unknown>): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('meeting slots', 0))`);
      await work(tx);
    });
  } catch (error) {
    if (!isClash(error)) throw error;
  }
}

function isClash(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "23P01") || isClash(error.cause);
}

/** A meeting goes with its class, if its slot is free then too. */
async function followMoves({ db, clock }: Deps, only: Only): Promise<void> {
  const now = at(clock.now());
  const isTaken = sql`exists (
    select from meeting other where other.account_id = ${meeting.accountId} and other.slot = ${meeting.slot}
      and other.class_id <> ${meeting.classId}
      and class_period(other.starts_at, other.minutes) && class_period(${liveClass.startsAt}, ${liveClass.minutes}))`;
  await withSlots(db, (tx) =>
    tx
      .update(meeting)
      .set({
        ...{ startsAt: sql`${liveClass.startsAt}`, minutes: sql`${liveClass.minutes}`, state: "asked", problem: "" },
        details: sql`${meeting.details} - 'nextTryAt' - 'tries'`,
      })
      .from(liveClass)
      .innerJoin(batch, eq(batch.id, liveClass.batchId))
      .where(
        and(
          eq(liveClass.id, meeting.classId),
          ne(meeting.state, "ended"),
          sql`${meeting.startsAt} > ${now} - interval '1 day'`,
          ...[isMoved, isWanted, sql`${classEnd} > ${now}`, sql`not ${isTaken}`, isOnly(only)],
        ),
      ),
  );
}

/** Of classes that were cancelled, that have moved to where the slot is taken, or whose account was closed. */
async function endUnneeded(deps: Deps, only: Only): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const isClosed = and(sql`${meetingAccount.closedAt} is not null`, gt(meeting.startsAt, now));
  const unneeded = await listMeetings(db, {
    where: and(
      ne(meeting.state, "ended"),
      gt(meeting.startsAt, new Date(now.getTime() - dayMs)),
      or(sql`not ${isWanted}`, and(isMoved, sql`${classEnd} > ${at(now)}`), isClosed),
      isDue(now),
      isOnly(only),
    ),
    limit: mostCalls,
  });
  await inLanes(unneeded, async (one) => {
    const { account } = one;
    try {
      if (one.meeting.externalId) await openProvider(deps, account).remove(madeOf(one.meeting));
    } catch (error) {
      // Nobody can reach an account that was closed because its secret is lost.
      if (!account.closedAt) return putOff(deps, one, error);
    }
    await db.delete(meeting).where(isSame(one.meeting));
  });
}

/** It may have moved while the provider was asked. */
const isOf = ({ classId, accountId }: MeetingRow) =>
  and(eq(meeting.classId, classId), eq(meeting.accountId, accountId));
const isUnmoved = ({ startsAt, minutes }: MeetingRow) =>
  and(eq(meeting.startsAt, startsAt), eq(meeting.minutes, minutes));
const isSame = (row: MeetingRow) => and(isOf(row), isUnmoved(row));
/** One that has moved keeps its state: the next run tells the provider. */
const stateUnlessMoved = (row: MeetingRow, state: MeetingRow["state"]) =>
  sql`case when ${isUnmoved(row)} then ${state} else ${meeting.state} end`;

/** Gives the classes that have no meeting a slot that is free at their time. */
async function takeSlots({ db, clock }: Deps, { classId }: Only): Promise<void> {
  const wanted = { now: clock.now(), classId };
  // Most runs find nothing to do, and need no lock.
  if ((await findSlots(db, wanted)).slots.length === 0) return;
  await withSlots(db, async (tx) => {
    const { slots } = await findSlots(tx, wanted);
    const state = "asked" as const;
    const rows = slots.map(({ accountId, slot, class: one }) => ({ ...one, accountId, slot, details: {}, state }));
    if (rows.length > 0) await tx.insert(meeting).values(rows);
  });
}

/** Asks the providers for what was planned or has moved, and again for what they refused before. */
async function makeAsked(deps: Deps, only: Only): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const asked = await listMeetings(db, {
    where: and(
      inArray(meeting.state, ["asked", "failed"]),
      gt(meeting.startsAt, new Date(now.getTime() - dayMs)),
      ...[sql`${classEnd} > ${at(now)}`, isDue(now), isOnly(only)],
    ),
    limit: mostCalls,
  });
  await inLanes(asked, (one) => makeOne(deps, one));
}

async function makeOne(deps: Deps, one: Listed): Promise<void> {
  const { db, clock } = deps;
  if (!(await claim(deps, one.meeting))) return;
  try {
    const provider = openProvider(deps, one.account);
    const wanted = wantedOf(one.meeting, one.named);
    const { externalId, details } = one.meeting.externalId
      ? await provider.change(madeOf(one.meeting), wanted)
      : await provider.make(wanted);
    const { tries, nextTryAt, claimedUntil, ...kept } = details;
    const stored = await db
      .update(meeting)
      .set({
        ...{ externalId, details: kept, problem: "", madeAt: clock.now() },
        state: stateUnlessMoved(one.meeting, "made"),
      })
      .where(isOf(one.meeting))
      .returning({ classId: meeting.classId });
    // The class was removed meanwhile.
    if (stored.length === 0) await provider.remove({ externalId, details: kept });
  } catch (error) {
    await putOff(deps, one, error);
  }
}

/**
 * Only one process asks the provider: many make a second meeting when they are asked twice. A meeting that failed holds no slot;
 * where another has taken it meanwhile, this one is planned again.
 */
async function claim({ db, clock }: Deps, row: MeetingRow): Promise<boolean> {
  const now = clock.now();
  const until = JSON.stringify({ claimedUntil: new Date(now.getTime() + claimMs).toISOString() });
  try {
    const claimed = await db
      .update(meeting)
      .set({ state: "asked", details: sql`${meeting.details} || ${until}::jsonb` })
      .where(and(isSame(row), inArray(meeting.state, ["asked", "failed"]), isDue(now)))
      .returning({ classId: meeting.classId });
    return claimed.length > 0;
  } catch (error) {
    if (!isClash(error)) throw error;
    await db.delete(meeting).where(isSame(row));
    return false;
  }
}

async function putOff({ db, clock, log }: Deps, { meeting: row }: Listed, error: unknown): Promise<void> {
  const now = clock.now();
  const tries = Number(row.details.tries ?? 0) + 1;
  const next = { tries: String(tries), nextTryAt: nextMeetingTry({ tries, triedAt: now }).toISOString() };
  log.warn({ classId: row.classId, err: error }, "a meeting provider refused; it is asked again later");
  await db
    .update(meeting)
    .set({
      ...{ state: stateUnlessMoved(row, isAsked(row) ? "failed" : row.state), problem: problemOf(error) },
      details: sql`${meeting.details} - 'claimedUntil' || ${JSON.stringify(next)}::jsonb`,
    })
    .where(isOf(row));
}

function isAsked({ state }: MeetingRow): boolean {
  return state === "asked" || state === "failed";
}
