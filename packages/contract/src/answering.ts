import { staffQuestionFilters } from "@shoreline/domain/question";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  after,
  answerFacts,
  answerId,
  answerText,
  questionFacts,
  questionId,
  searchedWords,
} from "./question-shapes.ts";
import { classId } from "./teaching-shapes.ts";

const moment = z.iso.datetime();
const teach = { staff: "teach classes" as const };
const stays = ["UNKNOWN_QUESTION"] as const;
const one = z.object({ questionId });
const which = one.extend({ answerId: answerId.optional().describe("None: the question itself") });
const mails = z.object({ wantsMail: z.boolean().describe("A mail a day with what is new") });

const about = {
  course: z.string(),
  batch: z.string().describe("What staff call the batch; empty: who asked has none"),
  isOpen: z.boolean().describe("Waits for staff"),
  reports: z.int().describe("That nobody has looked at yet"),
};

export const AskedQuestion = z.object({ ...questionFacts, ...about });
export type AskedQuestion = z.infer<typeof AskedQuestion>;

export const StaffAnswer = z.object({ ...answerFacts, isYours: z.boolean() });
export type StaffAnswer = z.infer<typeof StaffAnswer>;

export const StaffQuestion = z.object({
  ...questionFacts,
  ...about,
  text: z.string(),
  editedAt: moment.nullable(),
  hiddenWhy: z.string().nullable(),
  list: z.array(StaffAnswer).describe("The answers, the earliest first"),
  reported: z.array(
    z.object({
      reportId: z.string(),
      answerId: z.string().nullable().describe("Null: the question itself"),
      reason: z.string(),
      who: z.string(),
      at: moment,
    }),
  ),
});
export type StaffQuestion = z.infer<typeof StaffQuestion>;

/** Questions of learners. Trainers reach those of batches in which they teach, the front desk and owners all. */
export const answering = {
  list: endpoint({
    summary: "Questions, the latest first, 25 at a time; trainers get those of their batches",
    input: z.object({
      show: z.enum(staffQuestionFilters, "Choose from the list").default("open"),
      words: searchedWords.describe("Found in the question or its answers"),
      classId: classId.optional(),
      after,
    }),
    reply: z.object({ questions: z.array(AskedQuestion), next: z.string().nullable() }),
    ...teach,
  }),
  count: endpoint({
    summary: "How many questions wait, of a class or of all; 1,000 at most",
    input: z.object({ classId: classId.optional() }),
    reply: z.object({ open: z.int(), reported: z.int() }),
    ...teach,
  }),
  read: endpoint({
    summary: "One question with its answers and what was reported: names, never numbers or addresses",
    input: one,
    reply: StaffQuestion,
    refusals: stays,
    ...teach,
  }),
  answer: endpoint({
    summary: "Answer; who asked is told at once. The same one again is stored once",
    input: one.extend({ answerId: z.uuid().describe("Chosen by the form"), text: answerText }),
    reply: StaffQuestion,
    refusals: [...stays, "QUESTION_HIDDEN", "THREAD_FULL"],
    ...teach,
  }),
  mark: endpoint({
    summary: "Say which answer is the answer; none takes it back",
    input: one.extend({ answerId: answerId.nullable() }),
    reply: StaffQuestion,
    refusals: [...stays, "UNKNOWN_ANSWER"],
    ...teach,
  }),
  hide: endpoint({
    summary: "Hide a question or an answer. Its author reads why",
    input: which.extend({ reason: z.string().trim().min(3, "Say why").max(500, "Use at most 500 characters") }),
    reply: StaffQuestion,
    refusals: [...stays, "UNKNOWN_ANSWER"],
    ...teach,
  }),
  show: endpoint({
    summary: "Show again what was hidden",
    input: which,
    reply: StaffQuestion,
    refusals: [...stays, "UNKNOWN_ANSWER"],
    ...teach,
  }),
  pin: endpoint({
    summary: "Keep a question at the top of the list of its batch, or not any more",
    input: one.extend({ isPinned: z.boolean() }),
    reply: StaffQuestion,
    refusals: stays,
    ...teach,
  }),
  settle: endpoint({
    summary: "Say that what was reported is looked at, and stays",
    input: one,
    reply: StaffQuestion,
    refusals: stays,
    ...teach,
  }),
  readDigest: endpoint({
    summary: "Whether you get the daily mail",
    input: z.object({}),
    reply: mails,
    staff: "own account",
  }),
  setDigest: endpoint({
    summary: "Choose whether you get the daily mail",
    input: mails,
    reply: mails,
    staff: "own account",
  }),
};
