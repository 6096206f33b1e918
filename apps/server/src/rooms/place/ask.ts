import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { isAcceptedAtOnce, whyNoChange } from "@shoreline/domain/batch-place";
import { teachingTimes } from "@shoreline/domain/weekly";
import { and, eq } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { batchRequest } from "../../db/tables/batch-request.ts";
import { course } from "../../db/tables/course.ts";
import { sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { movePlace } from "../schedule/move-place.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { lockToJoin } from "./batches.ts";
import { requestAnswered } from "./mails.ts";
import { findCourseOrRefuse, findOwnPlace, readChangeFacts } from "./own.ts";
import { linkTo } from "./tell.ts";

/** Sale, then purchase, as everybody who changes a purchase: a batch is locked after them. */
export async function lockPurchase(tx: Db, purchaseId: string): Promise<void> {
  await tx.select({ id: sale.id }).from(sale).where(eq(sale.purchaseId, purchaseId)).for("update");
  await tx.select({ id: purchase.id }).from(purchase).where(eq(purchase.id, purchaseId)).for("no key update");
}

/** A learner asks for another batch. Where the rule allows it they are there at once. */
export async function askForBatch(ctx: SignedInCtx, given: ParsedInput<Api["place"]["ask"]>): Promise<void> {
  const { db, clock, learner } = ctx;
  const now = clock.now();
  const about = await findCourseOrRefuse(db, given.courseId);
  const own = { learnerId: learner.id, courseId: about.id };
  const settings = await readClassSettings(db);
  await db.transaction(async (tx) => {
    const seen = await findOwnPlace(tx, own);
    if (!seen) throw new Refusal("UNKNOWN_SCHEDULE");
    const purchaseId = seen.purchase.id;
    await lockPurchase(tx, purchaseId);
    const held = await findOwnPlace(tx, own);
    if (!held) throw new Refusal("UNKNOWN_SCHEDULE");
    if (held.pause) throw new Refusal("COURSE_PAUSED");
    const facts = await readChangeFacts(tx, { purchaseId, now });
    const why = whyNoChange(facts, settings);
    if (why) throw new Refusal("CHANGE_REFUSED", { fields: { batchId: why } });
    const isAsked = and(eq(batchRequest.purchaseId, purchaseId), eq(batchRequest.state, "asked"));
    if ((await tx.$count(batchRequest, isAsked)) > 0) throw new Refusal("REQUEST_OPEN");
    if (held.batch?.id === given.batchId) throw new Refusal("IN_BATCH_ALREADY");
    const { hasSeat } = await lockToJoin(tx, { ...own, batchId: given.batchId, now });
    if (!hasSeat) throw new Refusal("BATCH_FULL");
    const [request] = await tx
      .insert(batchRequest)
      .values({
        ...{ purchaseId, learnerId: learner.id, fromBatchId: held.batch?.id ?? null, toBatchId: given.batchId },
        ...{ reason: given.reason, state: "asked", askedAt: now },
      })
      .returning({ id: batchRequest.id });
    if (request && isAcceptedAtOnce(facts, settings))
      await decideRequest(tx, { requestId: request.id, isAccepted: true, answer: "", staffId: null, now });
  });
}

type Decision = { requestId: string; isAccepted: boolean; answer: string; staffId: string | null; now: Date };

/** Decides once, moves the learner where it is accepted, and tells them, all in the caller's transaction. */
export async function decideRequest(tx: Db, { requestId, isAccepted, answer, staffId, now }: Decision) {
  const [seen] = await tx.select().from(batchRequest).where(eq(batchRequest.id, requestId));
  if (!seen) throw new Refusal("UNKNOWN_REQUEST");
  await lockPurchase(tx, seen.purchaseId);
  const [decided] = await tx
    .update(batchRequest)
    .set({ state: isAccepted ? "accepted" : "refused", decidedAt: now, answer, staffId })
    .where(and(eq(batchRequest.id, requestId), eq(batchRequest.state, "asked")))
    .returning();
  if (!decided) throw new Refusal("REQUEST_DECIDED");
  if (isAccepted) await movePlace(tx, { purchaseId: decided.purchaseId, toBatchId: decided.toBatchId, now });
  const [to] = await tx
    .select({ batch, courseId: course.courseId, courseName: course.name })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(eq(batch.id, decided.toBatchId));
  const who = await findLearner(tx, decided.learnerId);
  if (!to || !who) throw new Refusal("UNKNOWN_REQUEST");
  const name = teachingTimes(to.batch);
  await enqueue(tx, notifyLearner, {
    ...{ learnerId: who.id, link: linkTo(to.courseId, { isBought: true }) },
    title: isAccepted
      ? `${to.courseName}: you are in another batch now`
      : `${to.courseName}: your batch stays as it is`,
    text: [isAccepted ? `Your classes are now ${name}.` : `You asked for ${name}.`, answer].filter(Boolean).join(" "),
  });
  if (who.email !== "") {
    const data = {
      ...{
        firstName: who.firstName,
        courseId: to.courseId,
        courseName: to.courseName,
        batch: name,
        isAccepted,
        answer,
      },
      startsAt: to.batch.startsAt.toISOString(),
    };
    const attachments = isAccepted ? [{ kind: "classes", id: decided.purchaseId }] : [];
    await enqueue(tx, sendMail, mailOf(requestAnswered, { to: who.email, data, attachments }));
  }
  return { who, ...to, name };
}

type Withdrawn = { requestId: string; learnerId: string; now: Date };

export async function withdrawRequest(db: Db, { requestId, learnerId, now }: Withdrawn): Promise<void> {
  const isOwn = and(eq(batchRequest.id, requestId), eq(batchRequest.learnerId, learnerId));
  const [withdrawn] = await db
    .update(batchRequest)
    .set({ state: "withdrawn", decidedAt: now })
    .where(and(isOwn, eq(batchRequest.state, "asked")))
    .returning();
  if (withdrawn) return;
  throw new Refusal((await db.$count(batchRequest, isOwn)) > 0 ? "REQUEST_DECIDED" : "UNKNOWN_REQUEST");
}
