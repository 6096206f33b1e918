import { batchName } from "@shoreline/domain/course";
import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { classAnswer, type classQuestion } from "../../db/tables/class-question.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { fullName } from "../account/queries.ts";
import type { Place } from "../lesson/access.ts";
import { addToDigest, forgetNews, hasUnreadNews, tellAtOnce } from "../notification/digest.ts";
import { trainerOf } from "../schedule/ask.ts";
import { readSchedule } from "../schedule/kept-classes.ts";
import { listActive } from "../schedule/list-active.ts";
import { learnerAsks } from "../schedule/staff-mails.ts";
import { plainName } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";

type QuestionRow = typeof classQuestion.$inferSelect;

/** A batch has fewer; a thread is told to as many at most. */
const mostTold = 500;

const aboutQuestion = (questionId: string) => `question ${questionId}`;

/** Where learners find it. */
function learnerPath({ courseId, questionId }: { courseId: string; questionId: string }): string {
  return `/dashboard/learn/${encodeURIComponent(courseId)}/question/${questionId}`;
}

type Asked = { question: QuestionRow; place: Place; courseId: string };

/** The trainer, and the batch where it is for all. Where no trainer has an account the institute gets a mail. */
export async function tellOfQuestion(ctx: SignedInCtx, tx: Db, { question, place, courseId }: Asked): Promise<void> {
  const { id: questionId, title, askedAt: at, isPrivate, batchId } = question;
  const news = { kind: "question" as const, at, about: aboutQuestion(questionId), course: place.courseName };
  const trainers = await listTrainers(tx, question);
  await addToDigest(
    tx,
    trainers.map((staffId) => ({
      ...news,
      ...{ staffId, link: `/staff/questions/${questionId}` },
      title: `a ${isPrivate ? "private" : "new"} question, “${title}”`,
    })),
  );
  if (trainers.length === 0) await mailInstitute(ctx, tx, { question, courseId });
  if (isPrivate || !batchId) return;
  const mates = await listMates(tx, { batchId, except: ctx.learner.id });
  const link = learnerPath({ courseId, questionId });
  await addToDigest(
    tx,
    mates.map((learnerId) => ({ ...news, learnerId, link, title: `a new question, “${title}”` })),
  );
}

/** Of the class, or of everything in the batch. */
async function listTrainers(tx: Db, { classId, batchId }: QuestionRow): Promise<string[]> {
  if (!batchId) return [];
  const teaches = classId
    ? sql`select coalesce(one.trainer_id, run.trainer_id) as id, one.trainer_id, one.trainer_name
        from live_class one join batch run on run.id = one.batch_id where one.id = ${classId}`
    : sql`select trainer_id as id, trainer_id, null as trainer_name from batch where id = ${batchId}
        union select trainer_id, trainer_id, trainer_name from live_class where batch_id = ${batchId} and cancelled_at is null`;
  // Older classes know their trainer by name only.
  const { rows } = await tx.execute<{ id: string }>(sql`
    with taught as (${teaches})
    select s.id from staff s
    where s.closed_at is null and exists (
      select from taught where taught.id = s.id
        or (taught.trainer_id is null and ${plainName(sql`taught.trainer_name`)} = ${plainName(sql`s.name`)}))
    limit 20`);
  return rows.map(({ id }) => id);
}

async function listMates(tx: Db, { batchId, except }: { batchId: string; except: string }): Promise<string[]> {
  const learnerIds = (await listActive(tx, batchId)).map(({ learnerId }) => learnerId);
  return learnerIds.filter((id) => id !== except).slice(0, mostTold);
}

type Mailed = { question: QuestionRow; courseId: string };

async function mailInstitute(ctx: SignedInCtx, tx: Db, { question, courseId }: Mailed): Promise<void> {
  const { learner, clock, publicUrl } = ctx;
  const found = await readSchedule({ ...ctx, db: tx }, { learnerId: learner.id, courseId });
  if (!found) return;
  const { email } = await readInstitute(tx);
  const data = {
    ...{ name: fullName(learner), email: learner.email, mobile: `${learner.countryCode} ${learner.mobileNumber}` },
    ...{ courseName: found.courseName, batch: batchName(found), trainer: trainerOf(found.classes, clock.now()) },
    question: question.text || question.title,
    page: `${publicUrl}/staff/questions/${question.id}`,
  };
  await enqueue(tx, sendMail, mailOf(learnerAsks, { to: email, data }));
}

type Answered = {
  question: QuestionRow;
  courseId: string;
  courseName: string;
  now: Date;
  from: { learnerId: string } | { staffId: string };
};

/**
 * Who asked is told at once, unless they have not read of the answer before it. They and others who have written hear of more in
 * their digest. What is asked again reaches the trainer.
 */
export async function tellOfAnswer(tx: Db, { question, courseId, courseName, now, from }: Answered): Promise<void> {
  const { id: questionId, title, learnerId: askerId } = question;
  const writerId = "learnerId" in from ? from.learnerId : null;
  const link = learnerPath({ courseId, questionId });
  const news = { kind: "answer" as const, at: now, about: aboutQuestion(questionId), course: courseName };
  if (askerId && askerId !== writerId) {
    const own = { ...news, learnerId: askerId, link, title: `your question “${title}” has an answer` };
    const notice = { title: `${courseName}: your question has an answer`, text: title };
    if (await hasUnreadNews(tx, own)) await addToDigest(tx, [own]);
    else await tellAtOnce(tx, { ...own, notice });
  }
  if (askerId && askerId === writerId) {
    const trainers = await listTrainers(tx, question);
    const staffNews = { ...news, link: `/staff/questions/${questionId}` };
    await addToDigest(
      tx,
      trainers.map((staffId) => ({ ...staffNews, staffId, title: `more about “${title}”` })),
    );
  }
  const others = await listWriters(tx, { questionId, except: [askerId, writerId] });
  await addToDigest(
    tx,
    others.map((learnerId) => ({ ...news, learnerId, link, title: `more about “${title}”` })),
  );
}

async function listWriters(tx: Db, { questionId, except }: { questionId: string; except: (string | null)[] }) {
  const rows = await tx
    .selectDistinct({ id: classAnswer.learnerId })
    .from(classAnswer)
    .where(
      and(
        ...[eq(classAnswer.questionId, questionId), isNull(classAnswer.hiddenAt), isNotNull(classAnswer.learnerId)],
        ...except.flatMap((id) => (id ? [ne(classAnswer.learnerId, id)] : [])),
      ),
    )
    .limit(mostTold);
  return rows.flatMap(({ id }) => id ?? []);
}

type Hidden = {
  question: QuestionRow;
  courseId: string;
  courseName: string;
  learnerId: string;
  what: string;
  now: Date;
};

export async function tellOfHiding(tx: Db, { question, courseId, courseName, learnerId, what, now }: Hidden) {
  const link = learnerPath({ courseId, questionId: question.id });
  const title = `your ${what} was hidden`;
  await tellAtOnce(tx, {
    ...{ kind: "answer" as const, at: now, about: `hidden ${question.id}`, learnerId, link, course: courseName, title },
    notice: { title: `${courseName}: ${title}`, text: "Open it to read why." },
  });
}

/** Of a question that is not there any more. */
export async function forgetQuestion(tx: Db, questionId: string): Promise<void> {
  await forgetNews(tx, [aboutQuestion(questionId)]);
}
