import { optionsPerQuestion, quizLanguages, quizLevels, resultChecks } from "@shoreline/domain/quiz";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const QuizCollection = z.object({
  _id: z.string(),
  languageName: z.string(),
  languageImage: z.string(),
  bgColor: z.string(),
  topics: z.int().describe("Number of topics"),
  questions: z.int().describe("Number of questions in all topics"),
  course: z
    .object({ courseId: z.string(), courseName: z.string() })
    .nullable()
    .describe("The course that teaches this language"),
});

const marks = z.string().describe("Syntax colours of the code, as kinds and lengths: k3-1f5");

const QuizTopic = z.object({
  topic: z.string(),
  about: z.string(),
  questions: z.int().describe("Number of questions"),
  setup: z.string().describe("Code that all questions of the topic share, such as SQL tables; may be empty"),
  marks,
});

export const QuizQuestion = z.object({
  _id: z.string(),
  collectionId: z.string(),
  topic: z.string(),
  question: z.string(),
  questionDescription: z.string().describe("The code that the question is about; may be empty"),
  language: z.enum(quizLanguages),
  marks,
  level: z.enum(quizLevels),
  options: z.array(z.string()).length(optionsPerQuestion),
  isCode: z.boolean().describe("True when the options are code, or the output of a program"),
  answer: z.string().describe("The correct option; it is sent because this is a practice test"),
});
export type QuizQuestion = z.infer<typeof QuizQuestion>;

const Counts = z.object({ correct: z.int(), wrong: z.int(), skiped: z.int(), totalQuestion: z.int() });

export const ReviewedQuestion = QuizQuestion.omit({ collectionId: true, topic: true }).extend({
  selectedOption: z.string().nullable(),
  explanation: z.string(),
});
export type ReviewedQuestion = z.infer<typeof ReviewedQuestion>;

const QuizResult = Counts.extend({
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

function checked(field: keyof typeof resultChecks, { most }: { most: number }) {
  const { isFine, message } = resultChecks[field];
  return z.string(message).trim().max(most, message).refine(isFine, message);
}

const collectionId = z.string().min(1).max(100);
const topic = z.string().min(1).max(100);
const ignored = z.number().optional().describe("Ignored: the server counts by itself");

const ResultForm = z.object({
  collectionId,
  topic,
  answerKey: z
    .array(z.object({ _id: z.string().max(100), selectedOption: z.string().max(1000).nullish() }))
    .min(1, "The test has no answers")
    .max(200, "The test has too many answers"),
  username: checked("username", { most: 60 }),
  email: checked("email", { most: 254 }),
  correct: ignored,
  wrong: ignored,
  skiped: ignored,
  totalQuestion: ignored,
  attemptId: z.uuid().optional(),
});

export const quiz = {
  list: endpoint({
    summary: "All collections of practice tests, one for each language",
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
    summary:
      "Submit a test: the server grades it, stores the result and e-mails it. Sending an attempt twice makes one result",
    input: ResultForm,
    reply: Counts.extend({ resultId: z.string() }),
    refusals: ["UNKNOWN_COLLECTION", "UNKNOWN_TOPIC", "TOO_MANY_RESULTS"],
    // Enough for a class of 60 behind one IP address, twice.
    limit: { points: 120, seconds: 600 },
    signedIn: "optional",
  }),
  read: endpoint({
    summary: "A test result, with the chosen answer, the correct answer and an explanation for each question",
    input: z.object({ resultId: z.string().min(1).max(100) }),
    reply: QuizResult,
    refusals: ["UNKNOWN_RESULT"],
  }),
};
