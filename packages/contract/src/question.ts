import { questionFilters } from "@shoreline/domain/question";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  after,
  answerFacts,
  answerId,
  answerText,
  asked,
  questionFacts,
  questionId,
  searchedWords,
} from "./question-shapes.ts";

const courseId = z.string().min(1).max(100);
const moment = z.iso.datetime();
const classId = z.uuid("Choose a class from the list");

export const OwnQuestion = z.object({
  ...questionFacts,
  isYours: z.boolean(),
  isUnread: z.boolean().describe("Somebody has written something since you opened it"),
});
export type OwnQuestion = z.infer<typeof OwnQuestion>;

export const OwnAnswer = z.object({
  ...answerFacts,
  isYours: z.boolean(),
  mayEdit: z.boolean().describe("Yours, and written within the last 15 minutes"),
});
export type OwnAnswer = z.infer<typeof OwnAnswer>;

export const QuestionPage = z.object({
  ...questionFacts,
  course: z.string(),
  text: z.string(),
  editedAt: moment.nullable(),
  hiddenWhy: z.string().nullable(),
  isYours: z.boolean(),
  mayEdit: z.boolean(),
  mayRemove: z.boolean().describe("Yours, and nobody has answered"),
  mayMark: z.boolean().describe("You asked, so you say what the answer is"),
  list: z.array(OwnAnswer).describe("The answers, the earliest first"),
  now: moment,
});
export type QuestionPage = z.infer<typeof QuestionPage>;

const signedIn = { signedIn: true as const, limit: { points: 300, seconds: 600 } };
const writes = { signedIn: true as const, limit: { points: 120, seconds: 600 } };
const place = ["UNKNOWN_COURSE", "CLASS_ON_HOLD"] as const;
const stays = [...place, "UNKNOWN_QUESTION"] as const;
const one = z.object({ courseId, questionId });
const mails = z.object({ wantsMail: z.boolean().describe("A mail a day with what is new") });

/** What a learner asks and answers. Only who has a place in the batch reads it; a private question only who asked, and staff. */
export const question = {
  list: endpoint({
    summary: "The questions of your batch and your own, pinned ones first, then the latest, 25 at a time",
    input: z.object({
      courseId,
      show: z.enum(questionFilters, "Choose from the list").default("all"),
      words: searchedWords.describe("Found in the question or its answers"),
      classId: classId.optional(),
      after,
    }),
    reply: z.object({
      questions: z.array(OwnQuestion),
      next: z.string().nullable(),
      unread: z.int().describe("How many of all have something new, 100 at most"),
      hasBatch: z.boolean().describe("Without a batch questions go to staff only"),
    }),
    refusals: place,
    ...signedIn,
  }),
  read: endpoint({
    summary: "One question with its answers. It counts as read from then on",
    input: one,
    reply: QuestionPage,
    refusals: stays,
    ...signedIn,
  }),
  ask: endpoint({
    summary: "Ask your batch and trainer, or your trainer alone. The same one again is stored once",
    input: one.extend({
      questionId: z.uuid().describe("Chosen by the form"),
      ...asked,
      classId: classId.optional().describe("None: of the course"),
      isPrivate: z.boolean().default(false),
    }),
    reply: QuestionPage,
    refusals: [...place, "UNKNOWN_CLASS", "TOO_MANY_QUESTIONS"],
    ...writes,
  }),
  answer: endpoint({
    summary: "Answer a question of your batch. The same one again is stored once",
    input: one.extend({ answerId: z.uuid().describe("Chosen by the form"), text: answerText }),
    reply: QuestionPage,
    refusals: [...stays, "QUESTION_HIDDEN", "TOO_MANY_ANSWERS", "THREAD_FULL"],
    ...writes,
  }),
  mark: endpoint({
    summary: "Say which answer is the answer to your question; none takes it back",
    input: one.extend({ answerId: answerId.nullable() }),
    reply: QuestionPage,
    refusals: [...stays, "UNKNOWN_ANSWER"],
    ...writes,
  }),
  change: endpoint({
    summary: "Correct your question within 15 minutes",
    input: one.extend(asked),
    reply: QuestionPage,
    refusals: [...stays, "TOO_LATE_TO_EDIT", "QUESTION_HIDDEN"],
    ...writes,
  }),
  changeAnswer: endpoint({
    summary: "Correct your answer within 15 minutes",
    input: one.extend({ answerId, text: answerText }),
    reply: QuestionPage,
    refusals: [...stays, "UNKNOWN_ANSWER", "TOO_LATE_TO_EDIT", "QUESTION_HIDDEN"],
    ...writes,
  }),
  remove: endpoint({
    summary: "Remove your question while nobody has answered",
    input: one,
    reply: z.object({}),
    refusals: [...stays, "QUESTION_ANSWERED"],
    ...writes,
  }),
  report: endpoint({
    summary: "Tell staff that something should not be there; twice changes nothing",
    input: one.extend({
      answerId: answerId.optional().describe("None: the question itself"),
      reason: z.string().trim().min(3, "Say what is wrong").max(500, "Use at most 500 characters"),
    }),
    reply: z.object({}),
    refusals: [...stays, "UNKNOWN_ANSWER"],
    ...writes,
  }),
  readDigest: endpoint({
    summary: "Whether you get the daily mail",
    input: z.object({}),
    reply: mails,
    ...signedIn,
  }),
  setDigest: endpoint({
    summary: "Choose whether you get the daily mail. Notifications in the portal come either way",
    input: mails,
    reply: mails,
    ...writes,
  }),
  endDigest: endpoint({
    summary: "End the daily mail with the link in it. Ending it twice changes nothing",
    input: z.object({ readerId: z.string().max(100) }),
    reply: z.object({ message: z.string() }),
    refusals: ["UNKNOWN_SUBSCRIPTION"],
    limit: { points: 60, seconds: 600 },
    ignoresBody: true,
  }),
};
