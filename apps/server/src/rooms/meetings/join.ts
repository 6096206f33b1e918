import { Refusal } from "@shoreline/contract";
import { endsAt, joinWindowState } from "@shoreline/domain/schedule";
import { and, eq, inArray } from "drizzle-orm";
import type { Deps, StaffCtx } from "../../context.ts";
import { meeting, meetingStay } from "../../db/tables/meeting.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { MeetingProblem } from "../../ports.ts";
import { findClass } from "../teaching/own.ts";
import { bringUpToDate } from "./keep.ts";
import { madeOf, openProvider, problemOf, wantedOf } from "./provider.ts";
import { isMoved, isWanted, listMeetings } from "./queries.ts";

/** The class may have moved a moment ago, so its meeting is brought up to date first. */
export const joinMeeting: Deps["classMeetings"]["join"] = async (deps, { classId, person }) => {
  const { db, log } = deps;
  const [found] = await db
    .select({ makesMeetings: isWanted.mapWith(Boolean), url: liveClass.meetingUrl })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .where(eq(liveClass.id, classId));
  if (!found?.makesMeetings) return null;
  const read = () => findMade(deps, classId);
  let one = await read();
  if (!one) {
    await bringUpToDate(deps, { classId });
    one = await read();
  }
  if (!one) {
    // With a link of its own the class can do without. Without a free account there is no meeting to wait for.
    if (found.url !== "" || (await db.$count(meeting, eq(meeting.classId, classId))) === 0) return null;
    throw new Refusal("MEETING_AWAY");
  }
  try {
    const link = await openProvider(deps, one.account).join(
      madeOf(one.meeting),
      wantedOf(one.meeting, one.named),
      person,
    );
    if (!/^https?:\/\//.test(link)) throw new MeetingProblem("The provider gave no address.");
    await db.update(meeting).set({ state: "running", problem: "" }).where(isJoined(classId));
    return link;
  } catch (err) {
    log.warn({ classId, err }, "nobody can join a meeting: its provider does not answer");
    await db
      .update(meeting)
      .set({ problem: problemOf(err) })
      .where(eq(meeting.classId, classId));
    if (found.url !== "") return null;
    throw new Refusal("MEETING_AWAY");
  }
};

const isJoined = (classId: string) => and(eq(meeting.classId, classId), eq(meeting.state, "made"));

async function findMade({ db }: Deps, classId: string) {
  const [found] = await listMeetings(db, {
    where: and(eq(meeting.classId, classId), inArray(meeting.state, ["made", "running"])),
    limit: 1,
  });
  const [moved] = found ? await listMeetings(db, { where: and(eq(meeting.classId, classId), isMoved), limit: 1 }) : [];
  return moved ? undefined : found;
}

/** Who runs over may come back to the room. */
const openAfterMs = 60 * 60_000;

/** For who teaches the class, and for who changes the timetable and may help out in all. */
export async function openAsHost(ctx: StaffCtx, classId: string): Promise<string> {
  const found = await findClass(ctx, classId);
  if (!found.mayTeach) throw new Refusal("UNKNOWN_CLASS");
  const now = ctx.clock.now();
  if (found.cancelledAt) throw new Refusal("CLASS_CANCELLED");
  if (joinWindowState(found, now) === "early") throw new Refusal("CLASS_NOT_OPEN");
  if (now.getTime() > endsAt(found).getTime() + openAfterMs) throw new Refusal("CLASS_OVER");
  const person = { id: ctx.staff.id, name: ctx.staff.name, isHost: true };
  const url = (await joinMeeting(ctx, { classId, person })) ?? found.meetingUrl;
  if (url === "") throw new Refusal("CLASS_WITHOUT_LINK");
  return url;
}

export async function readMeeting(ctx: StaffCtx, classId: string) {
  const { batchId } = await findClass(ctx, classId);
  const [one] = await listMeetings(ctx.db, { where: eq(meeting.classId, classId), limit: 1 });
  const [about] = await ctx.db.select({ makesMeetings: batch.makesMeetings }).from(batch).where(eq(batch.id, batchId));
  const people = await ctx.db
    .selectDistinct({ learnerId: meetingStay.learnerId })
    .from(meetingStay)
    .where(eq(meetingStay.classId, classId));
  const state = one ? stateNames[one.meeting.state] : about?.makesMeetings ? ("waiting" as const) : ("none" as const);
  return {
    ...{ state, problem: one?.meeting.problem || null, account: one?.account.name ?? null },
    people: people.filter(({ learnerId }) => learnerId !== null).length,
  };
}

const stateNames = { asked: "waiting", made: "made", running: "made", ended: "ended", failed: "failed" } as const;
