import { randomBytes } from "node:crypto";
import { type QuizQuestion, Refusal } from "@shoreline/contract";
import { gradeQuiz, matchAnswers } from "@shoreline/domain/quiz";
import { isWellFormed, keepWellFormed } from "../../content/well-formed.ts";
import type { Ctx, Handlers } from "../../context.ts";
import type { question, result, StoredAnswer } from "../../db/tables/quiz.ts";
import { enqueue } from "../../jobs/queue.ts";
import { sendMail } from "../../mail.ts";
import { currentPolicy } from "../site/queries.ts";
import { markCode } from "./highlight.ts";
import { resultMail } from "./mails.ts";
import {
  addResult,
  countQuestions,
  countResults,
  findAttempt,
  findCollection,
  findResult,
  listCollections,
  listQuestions,
  lockAddress,
} from "./queries.ts";
import { collectionShape, questionShape, resultShape } from "./shapes.ts";

/** Enough for somebody who practises a lot, but nobody can fill a stranger's mailbox. */
const maxResultsPerHour = 10;
const hourInMs = 3_600_000;

export const quizHandlers: Handlers<"quiz"> = {
  async list({ db, log }) {
    const rows = keepWellFormed(log, collectionShape, await listCollections(db));
    return rows.map(({ id, topics, ...rest }) => ({ ...rest, _id: id, topics: topics.length }));
  },

  async topics({ db, log }, { collectionId }) {
    const { topics, language } = await readCollection({ db, log }, collectionId);
    const counted = await countQuestions(db, { collectionId });
    const counts = new Map(counted.map(({ topic, questions }) => [topic, questions]));
    return topics
      .filter(({ topic }) => counts.has(topic))
      .map(({ setup, ...rest }) => ({
        ...rest,
        questions: counts.get(rest.topic) ?? 0,
        setup,
        marks: markCode(setup, language),
      }));
  },

  async questions({ db, log }, { collectionId, topic }) {
    await readCollection({ db, log }, collectionId);
    const rows = await readQuestions({ db, log }, { collectionId, topic });
    return rows.map((row) => ({ ...toWire(row), collectionId, topic }));
  },

  async submit({ db, clock, log, learner, firstVisit }, form) {
    // The server counts for itself and ignores the counts from the browser.
    const { answerKey: sent, correct, wrong, skiped, totalQuestion, ...given } = form;
    const { collectionId, topic, email, attemptId } = given;
    const now = clock.now();
    return db.transaction(async (tx) => {
      await lockAddress(tx, email);
      const before = attemptId ? await findAttempt(tx, attemptId) : null;
      if (before) return toCounts(before);
      const { languageName, language, topics } = await readCollection({ db: tx, log }, collectionId);
      const questions = await readQuestions({ db: tx, log }, { collectionId, topic });
      const chosen = sent.map(({ _id, selectedOption }) => ({ id: _id, selected: selectedOption ?? null }));
      const answerKey: StoredAnswer[] = matchAnswers(questions, chosen).map(
        ({ collectionId, topic, position, ...answered }) => answered,
      );
      if (answerKey.length === 0)
        throw new Refusal("INVALID_INPUT", { fields: { answerKey: "These questions do not belong to this topic" } });
      const since = new Date(now.getTime() - hourInMs);
      if ((await countResults(tx, { email, since })) >= maxResultsPerHour)
        throw new Refusal("TOO_MANY_RESULTS", { headers: { "retry-after": "600" } });
      const added = await addResult(tx, {
        ...given,
        learnerId: learner?.id,
        firstVisit,
        id: randomBytes(16).toString("base64url"),
        languageName,
        language,
        setup: topics.find((one) => one.topic === topic)?.setup ?? "",
        answerKey,
        ...gradeQuiz(answerKey),
        consentedTo: await currentPolicy(tx),
        takenAt: now,
      });
      if (added) await enqueue(tx, sendMail, resultMail(added, { ofTopic: questions.length }));
      const stored = added ?? (await findAttempt(tx, attemptId ?? ""));
      if (!stored) throw new Error("The result was neither stored now nor before.");
      return toCounts(stored);
    });
  },

  async read({ db, log }, { resultId }) {
    const [found] = await findResult(db, { resultId });
    if (!found) throw new Refusal("UNKNOWN_RESULT");
    const { result: stored, course } = found;
    if (!isWellFormed(log, resultShape, stored)) throw new Refusal("BROKEN_RESULT");
    const { answerKey, language, takenAt, ...rest } = stored;
    return {
      ...rest,
      ...toCounts(stored),
      course,
      marks: markCode(stored.setup, language),
      takenAt: takenAt.toISOString(),
      answerKey: answerKey.map(({ selected, explanation, ...asked }) => ({
        ...toWire(asked),
        selectedOption: selected,
        explanation,
      })),
    };
  },
};

async function readCollection({ db, log }: Pick<Ctx, "db" | "log">, collectionId: string) {
  const [found] = keepWellFormed(log, collectionShape, await findCollection(db, { collectionId }));
  if (!found) throw new Refusal("UNKNOWN_COLLECTION");
  return found;
}

async function readQuestions({ db, log }: Pick<Ctx, "db" | "log">, place: { collectionId: string; topic: string }) {
  const rows = keepWellFormed(log, questionShape, await listQuestions(db, place));
  if (rows.length === 0) throw new Refusal("UNKNOWN_TOPIC");
  return rows;
}

type AskedQuestion = Omit<typeof question.$inferSelect, "collectionId" | "topic" | "position" | "explanation">;

function toWire({ id, code, ...rest }: AskedQuestion): Omit<QuizQuestion, "collectionId" | "topic"> {
  return { ...rest, _id: id, questionDescription: code, marks: markCode(code, rest.language) };
}

function toCounts({ id, correct, wrong, skipped, total }: typeof result.$inferSelect) {
  return { resultId: id, correct, wrong, skiped: skipped, totalQuestion: total };
}
