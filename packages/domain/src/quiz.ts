import { isEmail, letter, wordStart } from "./text.ts";

export const quizLanguages = ["python", "java", "javascript", "sql", "c", "html", "css", "jsx", "dart"] as const;
export const quizLevels = ["easy", "medium", "hard"] as const;
export type QuizLanguage = (typeof quizLanguages)[number];

/** Every question has four options: the keys 1 to 4 choose one. */
export const optionsPerQuestion = 4;

/** `selected` is the chosen option, or null when the question was skipped. */
export type Answered = { answer: string; selected: string | null };
export type Outcome = "correct" | "wrong" | "skipped";
export type Grade = Record<Outcome, number> & { total: number };

export function outcomeOf({ answer, selected }: Answered): Outcome {
  if (selected === null) return "skipped";
  return selected === answer ? "correct" : "wrong";
}

export function gradeQuiz(answers: Answered[]): Grade {
  const grade: Grade = { correct: 0, wrong: 0, skipped: 0, total: answers.length };
  for (const answered of answers) grade[outcomeOf(answered)]++;
  return grade;
}

/** Rounded down, so that only a perfect score is 100. */
export function percentage({ correct, total }: Pick<Grade, "correct" | "total">): number {
  return total === 0 ? 0 : Math.floor((100 * correct) / total);
}

type Put = { id: string; options: string[]; answer: string };
type Sent = { id: string; selected: string | null };

/**
 * The questions that were answered, in their own order, with the selected option. Answers to unknown questions are ignored,
 * an option that the question does not have counts as skipped, and the first of two answers to one question counts.
 */
export function matchAnswers<Question extends Put>(
  questions: Question[],
  sent: Sent[],
): (Question & { selected: string | null })[] {
  const choices = new Map<string, string | null>();
  for (const { id, selected } of sent) if (!choices.has(id)) choices.set(id, selected);
  return questions
    .filter(({ id }) => choices.has(id))
    .map((question) => {
      const selected = choices.get(question.id) ?? null;
      return { ...question, selected: selected !== null && question.options.includes(selected) ? selected : null };
    });
}

const resultName = new RegExp(`^${wordStart}(?=.{3})${letter}[\\p{L}\\p{M} ]*$`, "u");
const resultEmail = /^[A-Za-z0-9_.-]+@([A-Za-z0-9-]+\.)+[A-Za-z]{2,4}$/;

/** The form that asks for a name and an e-mail address before it shows the result. */
export const resultChecks = {
  username: { isFine: (text: string) => resultName.test(text), message: "invalid username" },
  email: { isFine: (text: string) => resultEmail.test(text) && isEmail(text), message: "invalid email" },
};
