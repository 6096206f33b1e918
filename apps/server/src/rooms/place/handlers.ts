import { Refusal } from "@shoreline/contract";
import { whyNoPause } from "@shoreline/domain/batch-place";
import type { Handlers, SignedInCtx } from "../../context.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { askForBatch, lockPurchase, withdrawRequest } from "./ask.ts";
import { lockToJoin, readToday } from "./batches.ts";
import { acceptOffer, joinLine, leaveLine } from "./line.ts";
import { findCourseOrRefuse, findOwnPlace, readOwnPlace } from "./own.ts";
import { pausePurchase, resumePurchase } from "./pause.ts";

export const placeHandlers: Handlers<"place"> = {
  read: readOwnPlace,

  async wait(ctx, { courseId, batchId }) {
    const course = await findCourseOrRefuse(ctx.db, courseId);
    const own = { learnerId: ctx.learner.id, courseId: course.id };
    if (course.isHidden && !(await findOwnPlace(ctx.db, own))) throw new Refusal("COURSE_WITHDRAWN");
    await ctx.db.transaction((tx) => joinLine(tx, { ...own, batchId, now: ctx.clock.now() }));
    return readOwnPlace(ctx, { courseId });
  },

  async leave(ctx, { courseId, waitingId }) {
    const left = { waitingId, learnerId: ctx.learner.id, now: ctx.clock.now() };
    await ctx.db.transaction((tx) => leaveLine(tx, left));
    return readOwnPlace(ctx, { courseId });
  },

  async accept(ctx, { courseId, waitingId }) {
    const accepted = { waitingId, learnerId: ctx.learner.id, now: ctx.clock.now() };
    await ctx.db.transaction((tx) => acceptOffer(tx, accepted));
    return readOwnPlace(ctx, { courseId });
  },

  async ask(ctx, given) {
    await askForBatch(ctx, given);
    return readOwnPlace(ctx, given);
  },

  async withdraw(ctx, { courseId, requestId }) {
    await withdrawRequest(ctx.db, { requestId, learnerId: ctx.learner.id, now: ctx.clock.now() });
    return readOwnPlace(ctx, { courseId });
  },

  async pause(ctx, { courseId, until, reason }) {
    const now = ctx.clock.now();
    const { purchase } = await findOwn(ctx, courseId);
    const why = whyNoPause({ until, today: await readToday(ctx.db, now) }, await readClassSettings(ctx.db));
    if (why) throw new Refusal("PAUSE_REFUSED", { fields: { until: why } });
    await ctx.db.transaction((tx) => pausePurchase(tx, { purchaseId: purchase.id, reason, until, staffId: null, now }));
    return readOwnPlace(ctx, { courseId });
  },

  async resume(ctx, { courseId, batchId }) {
    const now = ctx.clock.now();
    const { purchase, pause } = await findOwn(ctx, courseId);
    if (!pause) throw new Refusal("NOT_PAUSED");
    const { learnerId } = purchase;
    await ctx.db.transaction(async (tx) => {
      await lockPurchase(tx, purchase.id);
      const { hasSeat } = await lockToJoin(tx, { batchId, learnerId, courseId: purchase.courseId, now });
      if (!hasSeat) throw new Refusal("BATCH_FULL");
      await resumePurchase(tx, { purchaseId: purchase.id, batchId, staffId: null, now });
    });
    return readOwnPlace(ctx, { courseId });
  },
};

async function findOwn({ db, learner }: SignedInCtx, courseId: string) {
  const course = await findCourseOrRefuse(db, courseId);
  const own = await findOwnPlace(db, { learnerId: learner.id, courseId: course.id });
  if (!own) throw new Refusal("UNKNOWN_SCHEDULE");
  return own;
}
