import { expect, test } from "vitest";
import { answersOf, emptyQuiz, type QuizAction, quizReducer, type TestQuestion } from "./store.ts";

const asked = (id: string): TestQuestion => ({
  _id: id,
  question: "What is it?",
  code: "",
  level: "easy",
  options: ["1", "2", "3", "4"],
  isCode: true,
  answer: "2",
  selectedOpition: null,
});

const play = (...actions: QuizAction[]) => actions.reduce(quizReducer, emptyQuiz);
const questions = [asked("a"), asked("b"), asked("c")];

test("the store starts empty", () => {
  expect(emptyQuiz).toEqual({ collection: "", topic: "", questions: [], resultInfo: [] });
});

test("each action sets its own part and leaves the others alone", () => {
  const state = play(
    { type: "GET_COLLECTIONS", collection: "python" },
    { type: "GET_ALL_TOPICS", topic: "Loops" },
    { type: "GET_QUESTION", questions },
    { type: "SET_RESULT", resultInfo: [{ answer: "2", selected: null }] },
  );
  expect(state).toEqual({
    collection: "python",
    topic: "Loops",
    questions,
    resultInfo: [{ answer: "2", selected: null }],
  });
});

test("a choice is made at one question, and choosing again replaces it there alone", () => {
  const chosen = play(
    { type: "GET_QUESTION", questions },
    { type: "CHOOSE_ANSWER", qIndex: 0, value: "1" },
    { type: "CHOOSE_ANSWER", qIndex: 2, value: "3" },
    { type: "CHOOSE_ANSWER", qIndex: 0, value: "2" },
  );
  expect(chosen.questions.map(({ selectedOpition }) => selectedOpition)).toEqual(["2", null, "3"]);
  expect(questions.every(({ selectedOpition }) => selectedOpition === null)).toBe(true);
  expect(answersOf(chosen.questions)[2]).toEqual({ answer: "2", selected: "3" });
});

test.each([
  { qIndex: 7, value: "1" },
  { qIndex: -1, value: "1" },
  { qIndex: 0, value: "no option" },
])("a choice that cannot be made (%j) changes nothing", (wrong) => {
  const before = play({ type: "GET_QUESTION", questions });
  expect(quizReducer(before, { type: "CHOOSE_ANSWER", ...wrong })).toEqual(before);
});
