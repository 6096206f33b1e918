import { useLayoutEffect, useReducer, useState } from "react";
import { beginAttempt, inOrder, keepChoice, readAttempt, takeAttempt } from "./attempt.ts";
import { answersOf, emptyQuiz, type PutQuestion, type QuizAction, quizReducer, type TestQuestion } from "./store.ts";

type Asked = { path: string; collectionId: string; topic: string; all: PutQuestion[] };

/** The state of a test, tied to the attempt that this tab remembers. */
export function useTest({ path: key, collectionId, topic, all }: Asked) {
  const [isFromServer] = useState(cameFromServer);
  // The first render must match the order that the inline script set; the choices follow.
  const [orders, setOrders] = useState(() => {
    if (import.meta.env.SSR) return {};
    return (isFromServer ? readAttempt(key) : takeAttempt(key, all))?.orders ?? {};
  });
  const [state, dispatch] = useReducer(quizReducer, emptyQuiz, (empty) => {
    const actions: QuizAction[] = [
      { type: "GET_COLLECTIONS", collection: collectionId },
      { type: "GET_ALL_TOPICS", topic },
      { type: "GET_QUESTION", questions: withChoices(all, {}) },
    ];
    return actions.reduce(quizReducer, empty);
  });

  const takeUp = () => {
    const { orders, choices, only } = takeAttempt(key, all);
    const part = only ? all.filter(({ _id }) => only.includes(_id)) : [];
    setOrders(orders);
    dispatch({ type: "GET_QUESTION", questions: withChoices(part.length > 0 ? part : all, choices) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later changes are stored as they happen.
  useLayoutEffect(takeUp, []);

  const close = () => dispatch({ type: "SET_RESULT", resultInfo: [] });
  return {
    isFromServer,
    state,
    isPart: state.questions.length < all.length,
    ordered: ({ _id, options }: PutQuestion) => inOrder(options, orders[_id]),
    choose(qIndex: number, value: string) {
      dispatch({ type: "CHOOSE_ANSWER", qIndex, value });
      keepChoice(key, { id: state.questions[qIndex]?._id ?? "", value });
    },
    submit: () => dispatch({ type: "SET_RESULT", resultInfo: answersOf(state.questions) }),
    close,
    restart() {
      close();
      beginAttempt(key);
      takeUp();
      window.scrollTo(0, 0);
    },
  };
}

/** True on the server and during hydration. */
function cameFromServer(): boolean {
  return import.meta.env.SSR || document.querySelector("[data-attempt]") !== null;
}

function withChoices(questions: PutQuestion[], choices: Record<string, string>): TestQuestion[] {
  return questions.map((put) => ({
    ...put,
    selectedOpition: put.options.find((option) => option === choices[put._id]) ?? null,
  }));
}
