import type { QuizQuestion } from "@shoreline/contract";
import type { Answered } from "@shoreline/domain/quiz";

/** A question as the page shows it: code is already HTML. */
export type PutQuestion = Pick<QuizQuestion, "_id" | "question" | "level" | "options" | "isCode" | "answer"> & {
  code: string;
};
export type TestQuestion = PutQuestion & { selectedOpition: string | null };

export type QuizState = {
  collection: string;
  topic: string;
  questions: TestQuestion[];
  /** The answers when the test was submitted; empty until then. */
  resultInfo: Answered[];
};

export type QuizAction =
  | { type: "GET_COLLECTIONS"; collection: string }
  | { type: "GET_ALL_TOPICS"; topic: string }
  | { type: "GET_QUESTION"; questions: TestQuestion[] }
  | { type: "CHOOSE_ANSWER"; qIndex: number; value: string }
  | { type: "SET_RESULT"; resultInfo: Answered[] };

export const emptyQuiz: QuizState = { collection: "", topic: "", questions: [], resultInfo: [] };

export function quizReducer(state: QuizState, action: QuizAction): QuizState {
  switch (action.type) {
    case "GET_COLLECTIONS":
      return { ...state, collection: action.collection };
    case "GET_ALL_TOPICS":
      return { ...state, topic: action.topic };
    case "GET_QUESTION":
      return { ...state, questions: action.questions };
    case "CHOOSE_ANSWER": {
      const { qIndex, value } = action;
      const questions = state.questions.map((question, n) =>
        n === qIndex && question.options.includes(value) ? { ...question, selectedOpition: value } : question,
      );
      return { ...state, questions };
    }
    case "SET_RESULT":
      return { ...state, resultInfo: action.resultInfo };
  }
}

/** The current answers. */
export function answersOf(questions: TestQuestion[]): Answered[] {
  return questions.map(({ answer, selectedOpition }) => ({ answer, selected: selectedOpition }));
}
