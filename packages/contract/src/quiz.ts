import { optionsPerQuestion, quizLanguages, quizLevels, resultChecks } from "@shoreline/domain/quiz";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const QuizCollection = z.object({
  _id: z.string(),
  languageName: z.string(),
  languageImage: z.string(),
  bgColor: z.string(),
  topics: z.int().describe("How many"),
  questions: z.int().describe("How many, in all topics"),
  course: z.object({ courseId: z.string(), courseName: z.string() }).nullable().describe("Where it is taught"),
});
export type QuizCollection = z.infer<typeof QuizCollection>;

const marks = z.string().describe("Kinds and lengths of the code's pieces, for its colours: k3-1f5");

export const QuizTopic = z.object({
  topic: z.string(),
  about: z.string(),
  questions: z.int().describe("How many"),
  setup: z.string().describe("Code that all questions of the topic build on, such as tables; often empty"),
  marks,
});
export type QuizTopic = z.infer<typeof QuizTopic>;

export const QuizQuestion = z.object({
  _id: z.string(),
  collectionId: z.string(),
  topic: z.string(),
  question: z.string(),
  questionDescription: z.string().describe("The code that it is about; empty where there is none"),
  language: z.enum(quizLanguages),
  marks,
  level: z.enum(quizLevels),
  options: z.array(z.string()).length(optionsPerQuestion),
  isCode: z.boolean().describe("Whether the options are what a program prints"),
  answer: z.string().describe("The correct option: it is practice"),
});
export type QuizQuestion = z.infer<typeof QuizQuestion>;

const Counts = z.object({ correct: z.int(), wrong: z.int(), skiped: z.int(), totalQuestion: z.int() });

export const ReviewedQuestion = QuizQuestion.omit({ collectionId: true, topic: true }).extend({
  selectedOption: z.string().nullable(),
  explanation: z.string(),
});
export type ReviewedQuestion = z.infer<typeof ReviewedQuestion>;

export const QuizResult = Counts.extend({
  resultId: z.string(),
  username: z.string(),
  collectionId: z.string(),
  languageName: z.string(),
  topic: z.string(),
  takenAt: z.iso.datetime(),
  setup: QuizTopic.shape.setup,
  marks,
  course: QuizCollection.shape.course,
  answerKey: z.array(ReviewedQuestion),
});
export type QuizResult = z.infer<typeof QuizResult>;

function checked(field: keyof typeof resultChecks, { most }: { most: number }) {
  const { isFine, message } = resultChecks[field];
  return z.string(message).trim().max(most, message).refine(isFine, message);
}

const collectionId = z.string().min(1).max(100);
const topic = z.string().min(1).max(100);
const notBelieved = z.number().optional().describe("Counted again by the server, which does not read it");

export const ResultForm = z.object({
  collectionId,
  topic,
  answerKey: z
    .array(z.object({ _id: z.string().max(100), selectedOption: z.string().max(1000).nullish() }))
    .min(1, "There is no question to count")
    .max(200, "These are more questions than any test has"),
  username: checked("username", { most: 60 }),
  email: checked("email", { most: 254 }),
  correct: notBelieved,
  wrong: notBelieved,
  skiped: notBelieved,
  totalQuestion: notBelieved,
  attemptId: z.uuid().optional(),
});

export const quiz = {
  list: endpoint({
    summary: "The collections of practice tests, one for each language",
    input: z.object({}),
    reply: z.array(QuizCollection),
    shared: true,
  }),
  topics: endpoint({
    summary: "The topics of a collection",
    input: z.object({ collectionId }),
    reply: z.array(QuizTopic),
    refusals: ["UNKNOWN_COLLECTION"],
  }),
  questions: endpoint({
    summary: "The questions of a topic, from easy to hard",
    input: z.object({ collectionId, topic }),
    reply: z.array(QuizQuestion),
    refusals: ["UNKNOWN_COLLECTION", "UNKNOWN_TOPIC"],
  }),
  submit: endpoint({
    summary: "Count a test, keep its result and mail it; the same attempt sent twice is one result",
    input: ResultForm,
    reply: Counts.extend({ resultId: z.string() }),
    refusals: ["UNKNOWN_COLLECTION", "UNKNOWN_TOPIC", "TOO_MANY_RESULTS"],
    // Wide enough for a class of 60 behind one address, twice over.
    limit: { points: 120, seconds: 600 },
  }),
  read: endpoint({
    summary: "A result as it was counted, with the chosen and the correct answer of each question and why",
    input: z.object({ resultId: z.string().min(1).max(100) }),
    reply: QuizResult,
    refusals: ["UNKNOWN_RESULT"],
  }),
};
