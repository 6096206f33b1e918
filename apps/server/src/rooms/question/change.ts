import { Refusal } from "@shoreline/contract";
import { mayEdit } from "@shoreline/domain/question";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { classAnswer, classQuestion, questionReport } from "../../db/tables/class-question.ts";
import { hasAnswers, holdOwn, readOwn } from "./own.ts";
import { forgetQuestion } from "./tell.ts";
import { refreshQuestion } from "./words.ts";

type One = { courseId: string; questionId: string };

async function holdMine(ctx: SignedInCtx, tx: Db, one: One) {
  const held = await holdOwn(ctx, tx, one);
  if (!held.isYours) throw new Refusal("UNKNOWN_QUESTION");
  return held.question;
}

export async function markOwn(ctx: SignedInCtx, { answerId, ...one }: One & { answerId: string | null }) {
  await ctx.db.transaction(async (tx) => {
    await holdMine(ctx, tx, one);
    await markAnswer(tx, { questionId: one.questionId, answerId });
  });
  return readOwn(ctx, one);
}

/** The question is locked. What is answered waits for nobody; what is not any more waits again. */
export async function markAnswer(
  tx: Db,
  { questionId, answerId }: { questionId: string; answerId: string | null },
): Promise<void> {
  const isShown = and(eq(classAnswer.questionId, questionId), isNull(classAnswer.hiddenAt));
  if (answerId && (await tx.$count(classAnswer, and(eq(classAnswer.id, answerId), isShown))) === 0)
    throw new Refusal("UNKNOWN_ANSWER");
  await tx
    .update(classQuestion)
    .set({ answerId, isOpen: answerId === null })
    .where(eq(classQuestion.id, questionId));
}

export async function changeOwn(ctx: SignedInCtx, { title, text, ...one }: One & { title: string; text: string }) {
  await ctx.db.transaction(async (tx) => {
    const question = await holdMine(ctx, tx, one);
    const now = ctx.clock.now();
    if (question.hiddenAt) throw new Refusal("QUESTION_HIDDEN");
    if (!mayEdit({ writtenAt: question.askedAt, now })) throw new Refusal("TOO_LATE_TO_EDIT");
    await tx.update(classQuestion).set({ title, text, editedAt: now }).where(eq(classQuestion.id, one.questionId));
    await refreshQuestion(tx, one.questionId);
  });
  return readOwn(ctx, one);
}

type OwnAnswer = One & { answerId: string; text: string };

export async function changeOwnAnswer(ctx: SignedInCtx, { answerId, text, ...one }: OwnAnswer) {
  await ctx.db.transaction(async (tx) => {
    await holdOwn(ctx, tx, one);
    const isMine = and(eq(classAnswer.questionId, one.questionId), eq(classAnswer.learnerId, ctx.learner.id));
    const [found] = await tx
      .select()
      .from(classAnswer)
      .where(and(eq(classAnswer.id, answerId), isMine));
    const now = ctx.clock.now();
    if (!found) throw new Refusal("UNKNOWN_ANSWER");
    if (found.hiddenAt) throw new Refusal("QUESTION_HIDDEN");
    if (!mayEdit({ writtenAt: found.at, now })) throw new Refusal("TOO_LATE_TO_EDIT");
    await tx.update(classAnswer).set({ text, editedAt: now }).where(eq(classAnswer.id, answerId));
    await refreshQuestion(tx, one.questionId);
  });
  return readOwn(ctx, one);
}

/** Who has answered may rely on it: then it stays. */
export async function removeOwn(ctx: SignedInCtx, one: One) {
  await ctx.db.transaction(async (tx) => {
    const { id } = await holdMine(ctx, tx, one);
    if (await hasAnswers(tx, id)) throw new Refusal("QUESTION_ANSWERED");
    await tx.delete(classQuestion).where(eq(classQuestion.id, id));
    await forgetQuestion(tx, id);
  });
  return {};
}

export async function reportToStaff(
  ctx: SignedInCtx,
  { answerId, reason, ...one }: One & { answerId?: string | undefined; reason: string },
) {
  await ctx.db.transaction(async (tx) => {
    await holdOwn(ctx, tx, one);
    const isShown = and(eq(classAnswer.questionId, one.questionId), isNull(classAnswer.hiddenAt));
    if (answerId && (await tx.$count(classAnswer, and(eq(classAnswer.id, answerId), isShown))) === 0)
      throw new Refusal("UNKNOWN_ANSWER");
    await tx
      .insert(questionReport)
      .values({
        ...{ questionId: one.questionId, answerId: answerId ?? null, learnerId: ctx.learner.id, reason },
        at: ctx.clock.now(),
      })
      .onConflictDoNothing();
  });
  return {};
}

/** A former learner's question stays without the name where others have answered; a private one goes. */
export async function eraseQuestions(db: Db, rows: ReturnType<typeof sql>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from class_question q where ${rows} and (is_private or not exists (
      select from class_answer a where a.question_id = q.id and (a.is_by_staff or a.learner_id is distinct from q.learner_id)))`);
  return rowCount ?? 0;
}
