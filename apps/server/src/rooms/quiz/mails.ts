import { gradeQuiz, outcomeOf, percentage } from "@shoreline/domain/quiz";
import { z } from "zod";
import type { result } from "../../db/tables/quiz.ts";
import { defineMail } from "../../mail/kind.ts";
import { type MailJob, mailOf } from "../../mail.ts";

const Answer = z.object({
  question: z.string(),
  code: z.string(),
  isCode: z.boolean(),
  selected: z.string().nullable(),
  answer: z.string(),
});

/** It repeats nothing that was typed, because anyone could give a stranger's address. */
export const quizResult = defineMail("quiz-result", {
  isKept: true,
  data: {
    resultId: z.string(),
    languageName: z.string(),
    topic: z.string(),
    /** The number of questions of the topic. */
    ofTopic: z.int(),
    /** What the questions share, such as the SQL tables; often empty. */
    setup: z.string(),
    answers: z.array(Answer),
  },
  sample: {
    resultId: "xY4k0sampleResult00001",
    languageName: "SQL",
    topic: "Selecting rows",
    ofTopic: 20,
    setup: "create table books (\n  title text,\n  price int\n);",
    answers: [
      {
        question: "How many rows does this query return?",
        code: "select title from books where price < 300 and title like 'The %';",
        isCode: true,
        selected: "2",
        answer: "2",
      },
      {
        question: "Which word removes duplicate rows from a result?",
        code: "",
        isCode: false,
        selected: "unique",
        answer: "distinct",
      },
      {
        question: "What does null = null give?",
        code: "select null = null;",
        isCode: true,
        selected: null,
        answer: "null",
      },
    ],
  },
  write({ resultId, languageName, topic, ofTopic, setup, answers }, { publicUrl }) {
    const grade = gradeQuiz(answers);
    const { correct, wrong, skipped, total } = grade;
    return {
      subject: `${languageName}, ${topic}: ${correct} of ${total} correct`,
      heading: `${languageName}, ${topic}`,
      parts: [
        { greeting: "" },
        { paragraph: `Your result in this practice test is ${percentage(grade)}%.` },
        { score: { correct, wrong, skipped } },
        ...(total < ofTopic ? [{ paragraph: `${total} of the ${ofTopic} questions of this topic.` }] : []),
        { button: "See every explanation", url: `${publicUrl}/mcq/result/${resultId}` },
        ...(setup ? [{ title: "The tables", program: setup }] : []),
        ...answers.map(({ question: text, ...asked }, n) => ({
          question: { ...asked, text, number: n + 1, outcome: outcomeOf(asked) },
        })),
      ],
      why: "You get this mail because this address was entered after a practice test. If you did not take it, somebody mistyped their address. You need not do anything.",
    };
  },
});

export function resultMail(stored: typeof result.$inferSelect, { ofTopic }: { ofTopic: number }): MailJob {
  const { email, id, languageName, topic, setup, answerKey } = stored;
  const data = { resultId: id, languageName, topic, ofTopic, setup, answers: answerKey };
  return mailOf(quizResult, { to: email, data });
}
