import { Refusal } from "@shoreline/contract";
import { questionsAnHour } from "@shoreline/domain/question";
import { and, eq, isNull } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { classQuestion } from "../../db/tables/class-question.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { openPlace, type Place } from "../lesson/access.ts";
import { markSeen, readOwn } from "./own.ts";
import { tellOfQuestion } from "./tell.ts";
import { refreshQuestion } from "./words.ts";

const hour = 3600;

export type Asked = {
  courseId: string;
  questionId: string;
  title: string;
  text: string;
  classId?: string | undefined;
  isPrivate: boolean;
};

export async function ask(ctx: SignedInCtx, asked: Asked) {
  await storeQuestion(ctx, asked);
  return readOwn(ctx, asked);
}

/** Does nothing when the same question is stored already. */
export async function storeQuestion(ctx: SignedInCtx, asked: Asked): Promise<void> {
  const { db, learner } = ctx;
  const { questionId, title, text, classId = null } = asked;
  const place = await openPlace(db, { learnerId: learner.id, courseId: asked.courseId });
  if (await isStored(db, { questionId, learnerId: learner.id })) return;
  if (classId) await refuseOtherClass(db, { classId, place });
  const counter = ctx.counter("question.ask", { points: questionsAnHour, seconds: hour });
  if ((await counter.count(learner.id)) > questionsAnHour)
    throw new Refusal("TOO_MANY_QUESTIONS", { headers: { "retry-after": String(hour) } });
  const now = ctx.clock.now();
  await db.transaction(async (tx) => {
    const [question] = await tx
      .insert(classQuestion)
      .values({
        ...{ id: questionId, courseId: place.courseId, batchId: place.batchId, classId, learnerId: learner.id },
        // Without a batch there is nobody else to read it.
        ...{ isPrivate: asked.isPrivate || place.batchId === null, title, text, askedAt: now, lastAt: now },
      })
      .onConflictDoNothing()
      .returning();
    if (!question) return;
    await refreshQuestion(tx, questionId);
    await markSeen(tx, { learnerId: learner.id, questionId, seenAt: now });
    await tellOfQuestion(ctx, tx, { question, place, courseId: asked.courseId });
  });
}

/** The same attempt again. An id that belongs to somebody else is no attempt of this form. */
async function isStored(db: Db, { questionId, learnerId }: { questionId: string; learnerId: string }) {
  const [known] = await db.select().from(classQuestion).where(eq(classQuestion.id, questionId));
  if (known && known.learnerId !== learnerId)
    throw new Refusal("INVALID_INPUT", { fields: { questionId: "Please reload the page" } });
  return known !== undefined;
}

async function refuseOtherClass(db: Db, { classId, place }: { classId: string; place: Place }): Promise<void> {
  const isOfBatch = and(eq(liveClass.id, classId), isNull(liveClass.cancelledAt));
  const found = place.batchId && (await db.$count(liveClass, and(isOfBatch, eq(liveClass.batchId, place.batchId)))) > 0;
  if (!found) throw new Refusal("UNKNOWN_CLASS");
}
