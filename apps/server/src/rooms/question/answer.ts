import { Refusal } from "@shoreline/contract";
import { answersAnHour, mostAnswers } from "@shoreline/domain/question";
import { eq } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { classAnswer, classQuestion } from "../../db/tables/class-question.ts";
import { holdOwn, readOwn } from "./own.ts";
import { tellOfAnswer } from "./tell.ts";
import { refreshQuestion } from "./words.ts";

const hour = 3600;

type Given = { courseId: string; questionId: string; answerId: string; text: string };

export async function answerQuestion(ctx: SignedInCtx, given: Given) {
  const { db, learner } = ctx;
  const { questionId, answerId } = given;
  if (!(await isStored(db, { answerId, questionId, learnerId: learner.id }))) {
    // Not in the transaction: it counts on a connection of its own, and many answers at once would wait for each other.
    await countAnswer(ctx);
    await db.transaction(async (tx) => {
      const { question, place, isYours } = await holdOwn(ctx, tx, given);
      if (question.hiddenAt) throw new Refusal("QUESTION_HIDDEN");
      await refuseFull(tx, questionId);
      const now = ctx.clock.now();
      const isNew = await storeAnswer(tx, {
        ...{ id: answerId, questionId, text: given.text, at: now, learnerId: learner.id, isByStaff: false },
      });
      if (!isNew) return;
      // Who asks again waits for staff again.
      if (isYours && !question.isOpen)
        await tx.update(classQuestion).set({ isOpen: true }).where(eq(classQuestion.id, questionId));
      await tellOfAnswer(tx, {
        ...{ question, courseId: given.courseId, courseName: place.courseName, now },
        from: { learnerId: learner.id },
      });
    });
  }
  return readOwn(ctx, given);
}

async function countAnswer(ctx: SignedInCtx): Promise<void> {
  const counter = ctx.counter("question.answer", { points: answersAnHour, seconds: hour });
  if ((await counter.count(ctx.learner.id)) > answersAnHour)
    throw new Refusal("TOO_MANY_ANSWERS", { headers: { "retry-after": String(hour) } });
}

export async function refuseFull(tx: Db, questionId: string): Promise<void> {
  if ((await tx.$count(classAnswer, eq(classAnswer.questionId, questionId))) >= mostAnswers)
    throw new Refusal("THREAD_FULL");
}

/** False when it is there already. */
export async function storeAnswer(tx: Db, values: typeof classAnswer.$inferInsert): Promise<boolean> {
  const stored = await tx.insert(classAnswer).values(values).onConflictDoNothing().returning({ id: classAnswer.id });
  if (stored.length === 0) return false;
  await refreshQuestion(tx, values.questionId);
  return true;
}

type Stored = { answerId: string; questionId: string } & ({ learnerId: string } | { staffId: string });

/** The same attempt again. An id that belongs to something else is no attempt of this form. */
export async function isStored(db: Db, { answerId, questionId, ...who }: Stored): Promise<boolean> {
  const [known] = await db.select().from(classAnswer).where(eq(classAnswer.id, answerId));
  if (!known) return false;
  const isSame = "learnerId" in who ? known.learnerId === who.learnerId : known.staffId === who.staffId;
  if (isSame && known.questionId === questionId) return true;
  throw new Refusal("INVALID_INPUT", { fields: { answerId: "Please reload the page" } });
}
