import { Refusal } from "@shoreline/contract";
import { teachingTimes } from "@shoreline/domain/weekly";
import { and, eq, isNull } from "drizzle-orm";
import type { Handlers, StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { batchRequest, pause } from "../../db/tables/batch-request.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import { findLearner, fullName } from "../account/queries.ts";
import { limitDemoNotices } from "../inbox/change.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { decideRequest } from "../place/ask.ts";
import { listToJoin, readToday } from "../place/batches.ts";
import { joinLine, leaveLine } from "../place/line.ts";
import { findCourseOrRefuse } from "../place/own.ts";
import { pausePurchase, resumePurchase } from "../place/pause.ts";
import { linkTo } from "../place/tell.ts";
import { recordChange } from "../staff/audit.ts";
import { findForPlace } from "./find.ts";
import { countPlaces, listPauses, listRequests, listWaiting } from "./lists.ts";
import { readPlaceRules, savePlaceRules } from "./rules.ts";

export const seatingHandlers: Handlers<"seating"> = {
  counts: countPlaces,
  requests: listRequests,
  waiting: listWaiting,
  pauses: listPauses,
  find: findForPlace,
  settings: ({ db }) => readPlaceRules(db),
  saveSettings: savePlaceRules,

  async decide(ctx, { requestId, isAccepted, answer }) {
    await limitDemoNotices(ctx);
    await ctx.db.transaction(async (tx) => {
      const now = ctx.clock.now();
      const [before] = await tx.select().from(batchRequest).where(eq(batchRequest.id, requestId));
      const decided = await decideRequest(tx, { requestId, isAccepted, answer, staffId: ctx.staff.id, now });
      await record(tx, ctx, {
        action: isAccepted ? "Accepted a request for another batch" : "Refused a request for another batch",
        ...{ batchId: decided.batch.id, thing: `${fullName(decided.who)}, ${decided.courseName}` },
        after: { batch: decided.name, reason: before?.reason ?? "", answer },
      });
    });
    return { message: isAccepted ? "The learner is in the other batch, and is told." : "The learner is told." };
  },

  async batches({ db, clock }, { courseId }) {
    const about = await findCourseOrRefuse(db, courseId);
    return { batches: await listToJoin(db, { courseId: about.id, now: clock.now() }) };
  },

  async add(ctx, { learnerId, batchId }) {
    const who = await findLearner(ctx.db, learnerId);
    if (!who) throw new Refusal("UNKNOWN_LEARNER");
    await ctx.db.transaction(async (tx) => {
      const joined = await joinLine(tx, { batchId, learnerId, addedBy: ctx.staff.id, now: ctx.clock.now() });
      await record(tx, ctx, {
        ...{ action: "Put a learner on a waiting list", batchId, thing: fullName(who) },
        after: { batch: teachingTimes(joined) },
      });
    });
    return { message: "The learner is on the waiting list." };
  },

  async remove(ctx, { waitingId }) {
    await ctx.db.transaction(async (tx) => {
      const left = await leaveLine(tx, { waitingId, now: ctx.clock.now() });
      const who = await findLearner(tx, left.learnerId);
      await record(tx, ctx, {
        ...{ action: "Took a learner off a waiting list", batchId: left.batchId, thing: who ? fullName(who) : "" },
      });
    });
    return { message: "The learner is off the waiting list." };
  },

  async pause(ctx, { purchaseId, reason, until }) {
    await limitDemoNotices(ctx);
    const now = ctx.clock.now();
    if (until && until <= (await readToday(ctx.db, now)))
      throw new Refusal("PAUSE_REFUSED", { fields: { until: "Choose a day after today." } });
    await ctx.db.transaction(async (tx) => {
      const paused = await pausePurchase(tx, { purchaseId, reason, until, staffId: ctx.staff.id, now });
      await enqueue(tx, notifyLearner, {
        ...{ learnerId: paused.learnerId, title: `${paused.courseName} is paused` },
        text: "To continue, choose a batch in your schedule. What you have attended counts there too.",
        link: linkTo(paused.courseId, { isBought: true }),
      });
      await recordPause(tx, ctx, { purchaseId, action: "Paused a course", after: { reason, until } });
    });
    return { message: "The course is paused, and the learner is told." };
  },

  async resume(ctx, { pauseId, batchId }) {
    await limitDemoNotices(ctx);
    const now = ctx.clock.now();
    await ctx.db.transaction(async (tx) => {
      const isOpen = and(eq(pause.id, pauseId), isNull(pause.resumedAt));
      const [open] = await tx.select().from(pause).where(isOpen);
      if (!open) throw new Refusal("NOT_PAUSED");
      const { purchaseId, learnerId } = open;
      await resumePurchase(tx, { purchaseId, batchId, staffId: ctx.staff.id, now });
      const [to] = await tx
        .select({ batch, courseId: course.courseId, name: course.name })
        .from(batch)
        .innerJoin(course, eq(course.id, batch.courseId))
        .where(eq(batch.id, batchId));
      if (!to) throw new Refusal("UNKNOWN_BATCH");
      await enqueue(tx, notifyLearner, {
        ...{
          learnerId,
          title: `${to.name}: you are back in a batch`,
          text: `Your classes are now ${teachingTimes(to.batch)}.`,
        },
        link: linkTo(to.courseId, { isBought: true }),
      });
      await recordPause(tx, ctx, { purchaseId, action: "Resumed a course", after: { batch: teachingTimes(to.batch) } });
    });
    return { message: "The learner is in the batch, and is told." };
  },
};

type Recorded = { action: string; batchId: string; thing: string; after?: Record<string, unknown> };

async function record(tx: Db, ctx: StaffCtx, { batchId, ...change }: Recorded): Promise<void> {
  await recordChange(tx, ctx, { ...change, kind: "batch", thingId: batchId });
}

type RecordedPause = { purchaseId: string; action: string; after: Record<string, unknown> };

async function recordPause(tx: Db, ctx: StaffCtx, { purchaseId, action, after }: RecordedPause): Promise<void> {
  const [of] = await tx
    .select({ learnerId: purchase.learnerId, name: course.name })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(eq(purchase.id, purchaseId));
  const who = of && (await findLearner(tx, of.learnerId));
  const thing = [who ? fullName(who) : "", of?.name].filter(Boolean).join(", ");
  await recordChange(tx, ctx, { action, kind: "sale", thingId: purchaseId, thing, after });
}
