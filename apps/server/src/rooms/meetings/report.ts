import { markInMeeting } from "@shoreline/domain/meeting-account";
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { meeting, meetingAccount, meetingStay } from "../../db/tables/meeting.ts";
import { attendance, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import type { MeetingVisit } from "../../ports.ts";
import { storePresence } from "../schedule/presence.ts";
import { type BatchLearner, findVisitor } from "./match.ts";
import { inLanes, isUuid, madeOf, openProvider, wantedOf } from "./provider.ts";
import { at, classEnd, isDue, type Listed, listMeetings } from "./queries.ts";

const minute = 60_000;
const mostReports = 20;
/** After the end of the class: some stay for a question, and providers need a while. */
const afterMs = 10 * minute;
/** A meeting that still runs is waited for. */
const runsOverMs = 60 * minute;
const giveUpMs = 24 * 60 * minute;

/** Stores the minutes of classes that are over. `running`: the classes whose meeting still runs. */
export async function storeReports(deps: Deps, running: Set<string>): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const over = await listMeetings(db, {
    where: and(
      inArray(meeting.state, ["made", "running"]),
      isNull(meeting.reportedAt),
      gt(meeting.startsAt, new Date(now.getTime() - 3 * 24 * 60 * minute)),
      ...[sql`${classEnd} < ${at(new Date(now.getTime() - afterMs))}`, isDue(now)],
    ),
    limit: mostReports,
  });
  await inLanes(over, async (one) => {
    const isStillOn = running.has(one.meeting.classId) && now.getTime() < one.endsAt.getTime() + runsOverMs;
    if (!isStillOn) await storeReport(deps, one);
  });
}

async function storeReport(deps: Deps, one: Listed): Promise<void> {
  const { db, clock, log } = deps;
  const { classId } = one.meeting;
  const now = clock.now();
  const isTooLate = now.getTime() > one.endsAt.getTime() + giveUpMs;
  const provider = openProvider(deps, one.account);
  let visits: MeetingVisit[] | null = null;
  try {
    visits = (await provider.readReport?.(madeOf(one.meeting), wantedOf(one.meeting, one.named))) ?? null;
  } catch (err) {
    log.warn({ classId, err }, "the report of a meeting was not read");
  }
  if (provider.readReport && !visits && !isTooLate) return waitForReport(db, { classId, now });
  const problem = provider.readReport && !visits ? "The provider gave no report." : "";
  await db.transaction(async (tx) => {
    if (visits) await replaceStays(tx, { classId, visits });
    await finish(tx, { classId, now, problem });
  });
}

async function waitForReport(db: Db, { classId, now }: { classId: string; now: Date }): Promise<void> {
  const next = JSON.stringify({ nextTryAt: new Date(now.getTime() + afterMs).toISOString() });
  await db
    .update(meeting)
    .set({ details: sql`${meeting.details} || ${next}::jsonb` })
    .where(eq(meeting.classId, classId));
}

/** What a meeting server sends when a meeting is over. It is exact, so it takes the place of what we counted. */
export const takeReport: Deps["classMeetings"]["takeReport"] = async (deps, { accountId, raw, proof }) => {
  const { db, clock } = deps;
  const [account] = await db.select().from(meetingAccount).where(eq(meetingAccount.id, accountId));
  const report = account && openProvider(deps, account).readCallback?.(raw, proof);
  if (!report) return false;
  if (!isUuid(report.externalId)) return true;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const isThis = and(eq(meeting.classId, report.externalId), eq(meeting.accountId, accountId));
    const [row] = await tx.select().from(meeting).where(isThis).for("update");
    if (!row) return;
    await replaceStays(tx, { classId: row.classId, visits: report.visits, isPart: true });
    // One that was ended too early may begin again: its parts are added up at the end of the class.
    const isOver = now.getTime() >= row.startsAt.getTime() + row.minutes * minute;
    if (isOver) await finish(tx, { classId: row.classId, now });
  });
  return true;
};

type Stays = { classId: string; visits: MeetingVisit[]; isPart?: boolean };

/** A part replaces only what was counted in its time. */
async function replaceStays(tx: Db, { classId, visits: given, isPart = false }: Stays): Promise<void> {
  const visits = given.filter(({ isHost }) => !isHost);
  const [from, to] = [
    Math.min(...given.map(({ firstSeenAt }) => firstSeenAt.getTime())),
    Math.max(...given.map(({ lastSeenAt }) => lastSeenAt.getTime())),
  ];
  if (given.length === 0) return;
  const slack = 3 * minute;
  const isInTime = and(
    gte(meetingStay.firstSeenAt, new Date(from - slack)),
    lte(meetingStay.lastSeenAt, new Date(to + slack)),
  );
  await tx.delete(meetingStay).where(and(eq(meetingStay.classId, classId), isPart ? isInTime : undefined));
  const learners = await listLearners(tx, classId);
  const rows = visits.map((visit) => ({
    ...{ classId, learnerId: findVisitor(visit, learners), name: visit.name.replaceAll("\0", "").slice(0, 200) },
    ...{ minutes: visit.minutes, firstSeenAt: visit.firstSeenAt, lastSeenAt: visit.lastSeenAt },
  }));
  if (rows.length > 0) await tx.insert(meetingStay).values(rows);
}

function listLearners(tx: Db, classId: string): Promise<BatchLearner[]> {
  return tx
    .selectDistinct({
      learnerId: learner.id,
      email: learner.email,
      name: sql<string>`${learner.firstName} || ' ' || ${learner.lastName}`,
    })
    .from(liveClass)
    .innerJoin(batchPlace, eq(batchPlace.batchId, liveClass.batchId))
    .innerJoin(purchase, eq(purchase.id, batchPlace.purchaseId))
    .innerJoin(learner, eq(learner.id, purchase.learnerId))
    .where(eq(liveClass.id, classId));
}

type Finished = { classId: string; now: Date; problem?: string };

/** Each learner's minutes become presence. What is stored already stays as it is. */
async function finish(tx: Db, { classId, now, problem = "" }: Finished): Promise<void> {
  const [about] = await tx
    .update(meeting)
    .set({ state: "ended", endedAt: sql`coalesce(${meeting.endedAt}, ${at(now)})`, reportedAt: now, problem })
    .where(eq(meeting.classId, classId))
    .returning({ startsAt: meeting.startsAt });
  const stays = await tx
    .select({
      learnerId: meetingStay.learnerId,
      minutes: sql<number>`sum(${meetingStay.minutes})::int`,
      firstSeenAt: sql<Date>`min(${meetingStay.firstSeenAt})`.mapWith(meetingStay.firstSeenAt),
      stored: sql<number | null>`max(${attendance.minutes})`,
    })
    .from(meetingStay)
    .leftJoin(
      attendance,
      and(eq(attendance.classId, meetingStay.classId), eq(attendance.learnerId, meetingStay.learnerId)),
    )
    .where(and(eq(meetingStay.classId, classId), isNotNull(meetingStay.learnerId)))
    .groupBy(meetingStay.learnerId)
    .orderBy(asc(meetingStay.learnerId));
  const { startsAt } = about ?? { startsAt: now };
  for (const { learnerId, minutes, firstSeenAt, stored } of stays) {
    if (!learnerId || minutes === stored) continue;
    const mark = markInMeeting({ firstSeenAt, startsAt });
    await storePresence(tx, { classId, learnerId, mark, source: "meeting", minutes, at: firstSeenAt, now });
  }
}

/** Names of strangers are of no use later. */
export async function forgetStrangers({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - 90 * 24 * 60 * minute);
  await db.delete(meetingStay).where(and(isNull(meetingStay.learnerId), lt(meetingStay.lastSeenAt, before)));
}
