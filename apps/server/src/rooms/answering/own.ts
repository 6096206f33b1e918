import { Refusal, type StaffAnswer, type StaffQuestion } from "@shoreline/contract";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { classAnswer, classQuestion, questionReport } from "../../db/tables/class-question.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { staff } from "../../db/tables/staff.ts";
import { fullName } from "../account/queries.ts";
import { answerFactsOf, byLast, factsOf, formerLearner } from "../question/own.ts";
import { nameOf } from "../teaching/list.ts";
import { batchesOf, seesAll } from "../teaching/own.ts";

/** Trainers see the questions of batches in which they teach. */
function isSeen(ctx: Pick<StaffCtx, "staff">): SQL | undefined {
  return seesAll(ctx) ? undefined : sql`${classQuestion.batchId} in ${batchesOf(ctx.staff)}`;
}

export const isReported = sql<boolean>`${classQuestion.id} in (
  select ${questionReport.questionId} from ${questionReport} where ${questionReport.settledAt} is null)`;

export function selectAsked(db: Db) {
  return db
    .select({
      ...{ id: classQuestion.id, key: byLast.key, question: classQuestion, liveClass, run: batch },
      ...{ courseName: course.name, courseId: course.courseId },
      asker: { firstName: learner.firstName, lastName: learner.lastName },
      reports: sql<number>`(select count(*)::int from ${questionReport}
        where ${questionReport.questionId} = ${classQuestion.id} and ${questionReport.settledAt} is null)`,
    })
    .from(classQuestion)
    .innerJoin(course, eq(course.id, classQuestion.courseId))
    .leftJoin(batch, eq(batch.id, classQuestion.batchId))
    .leftJoin(liveClass, eq(liveClass.id, classQuestion.classId))
    .leftJoin(learner, eq(learner.id, classQuestion.learnerId))
    .$dynamic();
}

export type AskedRow = Awaited<ReturnType<typeof selectAsked>>[number];

const whoOf = (person: AskedRow["asker"]) => (person ? fullName(person) : formerLearner);

export function toAsked(row: AskedRow) {
  return {
    ...factsOf(row),
    ...{ who: whoOf(row.asker), course: row.courseName, batch: row.run ? nameOf(row.run) : "" },
    ...{ isOpen: row.question.isOpen, reports: row.reports },
  };
}

/** A question that who asks may see. Somebody else's is refused like one that does not exist. */
async function findQuestion(ctx: StaffCtx, questionId: string, db: Db = ctx.db): Promise<AskedRow> {
  const [found] = await selectAsked(db).where(and(eq(classQuestion.id, questionId), isSeen(ctx)));
  if (!found) throw new Refusal("UNKNOWN_QUESTION");
  return found;
}

/** The same, locked: what happens to it comes one after the other. */
export async function holdQuestion(ctx: StaffCtx, tx: Db, questionId: string): Promise<AskedRow> {
  await tx.execute(sql`select from class_question where id = ${questionId} for update`);
  return findQuestion(ctx, questionId, tx);
}

export async function readQuestion(ctx: StaffCtx, { questionId }: { questionId: string }): Promise<StaffQuestion> {
  const { db } = ctx;
  const found = await findQuestion(ctx, questionId);
  const { question } = found;
  const answers = await db
    .select({
      ...{ answer: classAnswer, staffName: staff.name },
      author: { firstName: learner.firstName, lastName: learner.lastName },
    })
    .from(classAnswer)
    .leftJoin(learner, eq(learner.id, classAnswer.learnerId))
    .leftJoin(staff, eq(staff.id, classAnswer.staffId))
    .where(eq(classAnswer.questionId, questionId))
    .orderBy(asc(classAnswer.at), asc(classAnswer.id));
  return {
    ...toAsked(found),
    ...{ text: question.text, editedAt: question.editedAt?.toISOString() ?? null },
    hiddenWhy: question.hiddenAt ? question.hiddenWhy : null,
    list: answers.map(
      ({ answer, staffName, author }): StaffAnswer => ({
        ...answerFactsOf(answer, question),
        who: answer.isByStaff ? (staffName ?? "Somebody who has left") : whoOf(author),
        isYours: answer.staffId === ctx.staff.id,
      }),
    ),
    reported: await listReports(db, questionId),
  };
}

async function listReports(db: Db, questionId: string) {
  const rows = await db
    .select({ report: questionReport, who: { firstName: learner.firstName, lastName: learner.lastName } })
    .from(questionReport)
    .leftJoin(learner, eq(learner.id, questionReport.learnerId))
    .where(and(eq(questionReport.questionId, questionId), isNull(questionReport.settledAt)))
    .orderBy(asc(questionReport.at), asc(questionReport.id))
    .limit(50);
  return rows.map(({ report: { id, answerId, reason, at }, who }) => ({
    ...{ reportId: id, answerId, reason, at: at.toISOString(), who: whoOf(who) },
  }));
}

/** For the audit log, without what a learner has written: "Python, a question of class 3". */
export function aboutQuestion({ question, courseName, liveClass: about }: AskedRow) {
  const { classId, batchId, courseId } = question;
  const kind = classId ? ("class" as const) : ("batch" as const);
  const thing = `${courseName}, a question${about ? ` of class ${about.number}` : ""}`;
  return { kind, thingId: classId ?? batchId ?? courseId, thing };
}
