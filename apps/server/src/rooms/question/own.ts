import { type OwnAnswer, type OwnQuestion, type QuestionPage, Refusal } from "@shoreline/contract";
import { mayEdit, shortName } from "@shoreline/domain/question";
import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { inTime } from "../../db/cursor.ts";
import { learner } from "../../db/tables/account.ts";
import { classAnswer, classQuestion, questionSeen } from "../../db/tables/class-question.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { staff } from "../../db/tables/staff.ts";
import { openPlace, type Place } from "../lesson/access.ts";

export const byLast = inTime(sql`${classQuestion.lastAt}`);

export const formerLearner = "A former learner";

/** What this learner may read: their own questions of the course, and those of their batch that are for all. */
export function isVisible(
  { courseId, batchId }: Pick<Place, "courseId" | "batchId">,
  learnerId: string,
): SQL | undefined {
  const isOfBatch =
    batchId &&
    and(eq(classQuestion.batchId, batchId), eq(classQuestion.isPrivate, false), isNull(classQuestion.hiddenAt));
  return and(eq(classQuestion.courseId, courseId), or(eq(classQuestion.learnerId, learnerId), isOfBatch || undefined));
}

/** Questions from before count as read when nobody has written in them for two weeks. */
export const isUnread = (now: Date) => sql<boolean>`(${classQuestion.hiddenAt} is null and ${classQuestion.lastAt} >
  coalesce(${questionSeen.seenAt}, ${now.toISOString()}::timestamptz - interval '14 days'))`;

export function selectOwn(db: Db, { learnerId, now }: { learnerId: string; now: Date }) {
  return db
    .select({
      ...{ id: classQuestion.id, key: byLast.key, question: classQuestion, liveClass, isUnread: isUnread(now) },
      asker: { firstName: learner.firstName, lastName: learner.lastName },
    })
    .from(classQuestion)
    .leftJoin(liveClass, eq(liveClass.id, classQuestion.classId))
    .leftJoin(learner, eq(learner.id, classQuestion.learnerId))
    .leftJoin(questionSeen, and(eq(questionSeen.questionId, classQuestion.id), eq(questionSeen.learnerId, learnerId)))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectOwn>>[number];
type Named = { firstName: string; lastName: string } | null;

const nameFor = (person: Named, isYours: boolean) => (isYours ? "You" : person ? shortName(person) : formerLearner);

/** For learners and staff alike, but for the name. */
export function factsOf({ question: one, liveClass: about }: Pick<Row, "question" | "liveClass">) {
  return {
    ...{ questionId: one.id, title: one.title, isPrivate: one.isPrivate, answers: one.answers },
    class: about && { classId: about.id, number: about.number, topic: about.topicHeld || about.topic },
    ...{ askedAt: one.askedAt.toISOString(), lastAt: one.lastAt.toISOString(), hasAnswer: one.answerId !== null },
    ...{ isPinned: one.pinnedAt !== null, isHidden: one.hiddenAt !== null },
  };
}

export function toOwn(row: Row, learnerId: string): OwnQuestion {
  const isYours = row.question.learnerId === learnerId;
  return { ...factsOf(row), who: nameFor(row.asker, isYours), isYours, isUnread: row.isUnread };
}

type One = { courseId: string; questionId: string };

/** Marks it as read, as far as it was read. */
export async function readOwn(ctx: SignedInCtx, { courseId, questionId }: One): Promise<QuestionPage> {
  const { db, clock } = ctx;
  const now = clock.now();
  const me = ctx.learner.id;
  const place = await openPlace(db, { learnerId: me, courseId });
  const [row] = await selectOwn(db, { learnerId: me, now }).where(
    and(eq(classQuestion.id, questionId), isVisible(place, me)),
  );
  if (!row) throw new Refusal("UNKNOWN_QUESTION");
  const { question } = row;
  const list = await listAnswers(db, { question, me, now });
  await markSeen(db, { learnerId: me, questionId, seenAt: question.lastAt });
  const isYours = question.learnerId === me;
  const isShown = question.hiddenAt === null;
  return {
    ...factsOf(row),
    ...{ who: nameFor(row.asker, isYours), isYours, course: place.courseName, text: question.text },
    ...{ editedAt: question.editedAt?.toISOString() ?? null, hiddenWhy: isShown ? null : question.hiddenWhy },
    mayEdit: isYours && isShown && mayEdit({ writtenAt: question.askedAt, now }),
    mayRemove: isYours && !(await hasAnswers(db, questionId)),
    mayMark: isYours && isShown,
    list,
    now: now.toISOString(),
  };
}

/** Hidden ones too: what staff have hidden is not removed with the question. */
export async function hasAnswers(db: Db, questionId: string): Promise<boolean> {
  return (await db.$count(classAnswer, eq(classAnswer.questionId, questionId))) > 0;
}

type QuestionRow = typeof classQuestion.$inferSelect;

/** Hidden ones are there for their author only. */
async function listAnswers(db: Db, { question, me, now }: { question: QuestionRow; me: string; now: Date }) {
  const rows = await db
    .select({
      ...{ answer: classAnswer, staffName: staff.name },
      learner: { firstName: learner.firstName, lastName: learner.lastName },
    })
    .from(classAnswer)
    .leftJoin(learner, eq(learner.id, classAnswer.learnerId))
    .leftJoin(staff, eq(staff.id, classAnswer.staffId))
    .where(
      and(eq(classAnswer.questionId, question.id), or(isNull(classAnswer.hiddenAt), eq(classAnswer.learnerId, me))),
    )
    .orderBy(asc(classAnswer.at), asc(classAnswer.id));
  return rows.map(({ answer, staffName, learner: author }): OwnAnswer => {
    const isYours = answer.learnerId === me;
    return {
      ...answerFactsOf(answer, question),
      who: answer.isByStaff ? (staffName ?? "Your trainer") : nameFor(author, isYours),
      isYours,
      mayEdit: isYours && answer.hiddenAt === null && mayEdit({ writtenAt: answer.at, now }),
    };
  });
}

export function answerFactsOf(answer: typeof classAnswer.$inferSelect, question: QuestionRow) {
  return {
    ...{ answerId: answer.id, isByStaff: answer.isByStaff, text: answer.text, at: answer.at.toISOString() },
    editedAt: answer.editedAt?.toISOString() ?? null,
    isAnswer: question.answerId === answer.id,
    hiddenWhy: answer.hiddenAt ? answer.hiddenWhy : null,
  };
}

type Seen = { learnerId: string; questionId: string; seenAt: Date };

export async function markSeen(db: Db, seen: Seen): Promise<void> {
  // The question may have been removed since it was read.
  await db.execute(sql`
    insert into question_seen as seen (learner_id, question_id, seen_at)
    select ${seen.learnerId}, id, ${seen.seenAt.toISOString()}::timestamptz from class_question
    where id = ${seen.questionId} for key share
    on conflict (learner_id, question_id) do update set seen_at = excluded.seen_at where seen.seen_at < excluded.seen_at`);
}

/** Locks the question, so that what happens to it comes one after the other. */
export async function holdOwn(ctx: SignedInCtx, tx: Db, { courseId, questionId }: One) {
  const place = await openPlace(tx, { learnerId: ctx.learner.id, courseId });
  await tx.execute(sql`select from class_question where id = ${questionId} for update`);
  const [question] = await tx
    .select()
    .from(classQuestion)
    .where(and(eq(classQuestion.id, questionId), isVisible(place, ctx.learner.id)));
  if (!question) throw new Refusal("UNKNOWN_QUESTION");
  return { question, place, isYours: question.learnerId === ctx.learner.id };
}
