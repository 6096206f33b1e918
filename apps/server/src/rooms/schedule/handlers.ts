import { randomBytes } from "node:crypto";
import { Refusal } from "@shoreline/contract";
import { endsAt, joinWindowState } from "@shoreline/domain/schedule";
import { isWellFormed, keepWellFormed } from "../../content/well-formed.ts";
import type { Handlers, SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { findOffered } from "../course/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { askByForm } from "./ask.ts";
import { drawFeed } from "./feed.ts";
import { readSchedule } from "./kept-classes.ts";
import { listMissed, listOffered } from "./offered.ts";
import { placeLearners } from "./places.ts";
import { hasAttended, markAttended } from "./presence.ts";
import { findFeedOwner, findOwnClass, isPausedClass, markLeft, nextBatches, storeFeed } from "./queries.ts";
import { classShape, nextBatchShape } from "./shapes.ts";
import { readToday } from "./today.ts";
import { extrasToWire, isShown, toWire } from "./wire.ts";

export const scheduleHandlers: Handlers<"schedule"> = {
  async view(ctx, { courseId }) {
    const { db, clock, learner } = ctx;
    const now = clock.now();
    const own = { learnerId: learner.id, courseId };
    let found = await readSchedule(ctx, own);
    if (found && !found.isPlaced) {
      await placeLearners(db, { now, learnerId: learner.id });
      found = await readSchedule(ctx, own);
    }
    if (!found) throw new Refusal("UNKNOWN_SCHEDULE");
    const { classes, attended, workStates, courseName, batchTime, isOnHold } = found;
    return {
      schedules: classes
        .filter((one) => isShown(one, now))
        .map((one) => ({
          ...toWire(one, now, { isOnHold }),
          ...(one.extras && extrasToWire(one.extras, workStates)),
          ...{ batchTime, isAttended: attended.has(one.number) },
        })),
      user: { firstName: learner.firstName, lastName: learner.lastName },
      course: { courseId: found.courseId, courseName },
      isOnHold,
      now: now.toISOString(),
    };
  },

  today: readToday,
  ask: askByForm,

  async join(ctx, { scheduleId, isJoin }) {
    const { db, log, clock, learner } = ctx;
    const own = await findOwnClass(db, { learnerId: learner.id, classId: scheduleId });
    if (!own && (await isPausedClass(db, { learnerId: learner.id, classId: scheduleId })))
      throw new Refusal("COURSE_PAUSED");
    if (!own || !isWellFormed(log, classShape, own.liveClass)) throw new Refusal("UNKNOWN_CLASS");
    const { liveClass: found, purchaseId, isOnHold } = own;
    const now = clock.now();
    const visit = { learnerId: learner.id, classId: found.id, now };
    if (!isJoin)
      return { zoomLink: "", isAttended: await markLeft(db, { ...visit, now: earlier(now, endsAt(found)) }) };
    if (found.cancelledAt) throw new Refusal("CLASS_CANCELLED");
    const joinState = joinWindowState(found, now);
    if (joinState === "early") throw new Refusal("CLASS_NOT_OPEN");
    if (joinState === "over") return { zoomLink: "", isAttended: false };
    if (isOnHold) throw new Refusal("CLASS_ON_HOLD", { fields: (await ctx.findHold(ctx, purchaseId)) ?? {} });
    const person = { id: learner.id, name: `${learner.firstName} ${learner.lastName}`.trim(), isHost: false };
    const zoomLink = (await ctx.classMeetings.join(ctx, { classId: found.id, person })) ?? found.meetingUrl;
    if (zoomLink === "") throw new Refusal("CLASS_WITHOUT_LINK");
    // The trainer has closed the roll-call: what it says holds.
    const isAttended = found.finishedAt ? await hasAttended(db, visit) : await markAttended(db, visit);
    return { zoomLink, isAttended };
  },

  async next({ db, log, clock }) {
    const { timeZone } = await readInstitute(db);
    const rows = keepWellFormed(log, nextBatchShape, await nextBatches(db, { now: clock.now(), timeZone }));
    return rows.map(({ startsAt, ...rest }) => ({ ...rest, startsAt: startsAt.toISOString() }));
  },

  async batches({ db, clock }, input) {
    const now = clock.now();
    const rows = await offeredOf(db, { ...input, now });
    const batches = rows.map(({ id, startsAt, endsAt, closesAt, taken, over, ...rest }) => ({
      ...rest,
      _id: id,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      closesAt: closesAt?.toISOString() ?? null,
      weeks: Math.ceil((endsAt.getTime() - startsAt.getTime()) / weekMs),
    }));
    return { batches, now: now.toISOString() };
  },

  async seats({ db, clock }, input) {
    const now = clock.now();
    const rows = await offeredOf(db, { ...input, now });
    return { batches: rows.map(({ id, taken, over }) => ({ _id: id, taken, over })), now: now.toISOString() };
  },

  async missed({ db, clock }, { batchId }) {
    const missed = await listMissed(db, { batchId, now: clock.now() });
    if (!missed) throw new Refusal("UNKNOWN_BATCH");
    return missed;
  },

  calendar: (ctx) => feedAddress(ctx, { isRenewed: false }),
  renewCalendar: (ctx) => feedAddress(ctx, { isRenewed: true }),

  async meetingReport(ctx, call) {
    if (!(await ctx.classMeetings.takeReport(ctx, { ...call, proof: call.proof }))) throw new Refusal("BAD_SIGNATURE");
    return { message: "Thank you." };
  },

  async feed(ctx, { file }) {
    const token = /^([\w-]{43})(?:\.ics)?$/.exec(file)?.[1];
    const learnerId = token ? await findFeedOwner(ctx.db, token) : null;
    if (!learnerId) throw new Refusal("UNKNOWN_CALENDAR");
    return { bytes: await drawFeed(ctx, learnerId), name: "classes.ics" };
  },
};

const weekMs = 7 * 86_400_000;

async function offeredOf(db: Db, { courseId, now }: { courseId: string; now: Date }) {
  const [course] = await findOffered(db, { courseId });
  if (!course) throw new Refusal("UNKNOWN_COURSE");
  return listOffered(db, { courseId: course.id, now });
}

async function feedAddress({ db, clock, learner, publicUrl }: SignedInCtx, { isRenewed }: { isRenewed: boolean }) {
  const token = randomBytes(32).toString("base64url");
  const stored = await storeFeed(db, { learnerId: learner.id, token, now: clock.now(), isRenewed });
  return { url: `${publicUrl}/api/calendar/${stored}.ics` };
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
