import { Refusal } from "@shoreline/contract";
import { and, eq, isNull } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { classAnswer, classQuestion, questionReport } from "../../db/tables/class-question.ts";
import { isStored, refuseFull, storeAnswer } from "../question/answer.ts";
import { markAnswer } from "../question/change.ts";
import { forgetQuestion, tellOfAnswer, tellOfHiding } from "../question/tell.ts";
import { refreshQuestion } from "../question/words.ts";
import { recordChange } from "../staff/audit.ts";
import { type AskedRow, aboutQuestion, holdQuestion, readQuestion } from "./own.ts";

type One = { questionId: string };

/** Locks the question, does the work, and answers with what is there then. */
async function change(ctx: StaffCtx, one: One, work: (tx: Db, found: AskedRow) => Promise<void>) {
  await ctx.db.transaction(async (tx) => work(tx, await holdQuestion(ctx, tx, one.questionId)));
  return readQuestion(ctx, one);
}

export function answerAsStaff(ctx: StaffCtx, { questionId, answerId, text }: One & { answerId: string; text: string }) {
  return change(ctx, { questionId }, async (tx, found) => {
    if (await isStored(tx, { answerId, questionId, staffId: ctx.staff.id })) return;
    if (found.question.hiddenAt) throw new Refusal("QUESTION_HIDDEN");
    await refuseFull(tx, questionId);
    const now = ctx.clock.now();
    await storeAnswer(tx, { id: answerId, questionId, text, at: now, staffId: ctx.staff.id, isByStaff: true });
    await tx.update(classQuestion).set({ isOpen: false }).where(eq(classQuestion.id, questionId));
    const { question, courseId, courseName } = found;
    await tellOfAnswer(tx, { question, courseId, courseName, now, from: { staffId: ctx.staff.id } });
    await recordChange(tx, ctx, { ...aboutQuestion(found), action: "Answered a question" });
  });
}

export function markAsStaff(ctx: StaffCtx, { questionId, answerId }: One & { answerId: string | null }) {
  return change(ctx, { questionId }, async (tx, found) => {
    if (found.question.answerId === answerId) return;
    await markAnswer(tx, { questionId, answerId });
    const action = answerId ? "Marked an answer" : "Took back the mark of an answer";
    await recordChange(tx, ctx, { ...aboutQuestion(found), action });
  });
}

type Which = One & { answerId?: string | undefined };

async function findHidden(tx: Db, { question }: AskedRow, answerId: string | undefined) {
  if (!answerId) return question;
  const isOne = and(eq(classAnswer.id, answerId), eq(classAnswer.questionId, question.id));
  const [answer] = await tx.select().from(classAnswer).where(isOne);
  if (!answer) throw new Refusal("UNKNOWN_ANSWER");
  return answer;
}

type Moderation = { hiddenAt: Date | null; hiddenWhy: string; hiddenById: string | null };

async function setHidden(tx: Db, { questionId, answerId }: Which, moderation: Moderation): Promise<void> {
  if (answerId) await tx.update(classAnswer).set(moderation).where(eq(classAnswer.id, answerId));
  else await tx.update(classQuestion).set(moderation).where(eq(classQuestion.id, questionId));
  await refreshQuestion(tx, questionId);
}

/** The author reads why. What was reported is looked at with it. */
export function hide(ctx: StaffCtx, { reason, ...which }: Which & { reason: string }) {
  return change(ctx, which, async (tx, found) => {
    const thing = await findHidden(tx, found, which.answerId);
    const now = ctx.clock.now();
    await setHidden(tx, which, { hiddenAt: now, hiddenWhy: reason, hiddenById: ctx.staff.id });
    await settleReports(ctx, tx, which);
    if (!which.answerId) await forgetQuestion(tx, which.questionId);
    const what = which.answerId ? "answer" : "question";
    const { question, courseId, courseName } = found;
    if (thing.learnerId && !thing.hiddenAt)
      await tellOfHiding(tx, { question, courseId, courseName, learnerId: thing.learnerId, what, now });
    await recordChange(tx, ctx, { ...aboutQuestion(found), action: `Hid ${aOf(what)}`, after: { reason } });
  });
}

export function showAgain(ctx: StaffCtx, which: Which) {
  return change(ctx, which, async (tx, found) => {
    const thing = await findHidden(tx, found, which.answerId);
    if (!thing.hiddenAt) return;
    await setHidden(tx, which, { hiddenAt: null, hiddenWhy: "", hiddenById: null });
    const what = which.answerId ? "answer" : "question";
    await recordChange(tx, ctx, { ...aboutQuestion(found), action: `Showed ${aOf(what)} again` });
  });
}

const aOf = (what: "answer" | "question") => (what === "answer" ? "an answer" : "a question");

export function pin(ctx: StaffCtx, { questionId, isPinned }: One & { isPinned: boolean }) {
  return change(ctx, { questionId }, async (tx, found) => {
    if ((found.question.pinnedAt !== null) === isPinned) return;
    const pinnedAt = isPinned ? ctx.clock.now() : null;
    await tx.update(classQuestion).set({ pinnedAt }).where(eq(classQuestion.id, questionId));
    const action = isPinned ? "Pinned a question" : "Unpinned a question";
    await recordChange(tx, ctx, { ...aboutQuestion(found), action });
  });
}

export function settle(ctx: StaffCtx, { questionId }: One) {
  return change(ctx, { questionId }, async (tx, found) => {
    if ((await settleReports(ctx, tx, { questionId })) === 0) return;
    await recordChange(tx, ctx, { ...aboutQuestion(found), action: "Looked at a report" });
  });
}

/** Of an answer, or of the question with all its answers. */
async function settleReports(ctx: StaffCtx, tx: Db, { questionId, answerId }: Which): Promise<number> {
  const settled = await tx
    .update(questionReport)
    .set({ settledAt: ctx.clock.now(), staffId: ctx.staff.id })
    .where(
      and(
        ...[eq(questionReport.questionId, questionId), isNull(questionReport.settledAt)],
        answerId ? eq(questionReport.answerId, answerId) : undefined,
      ),
    )
    .returning({ id: questionReport.id });
  return settled.length;
}
