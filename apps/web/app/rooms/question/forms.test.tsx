import type { QuestionPage } from "@shoreline/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { AnswerForm as StaffAnswerForm } from "../../staff/questions/answer-form.tsx";
import { startFakeApi } from "../../test/fake-api.ts";
import { scheduledClass } from "../../test/scheduled-class.ts";
import { AnswerForm } from "./answer-form.tsx";
import { AskForm } from "./ask-form.tsx";

afterEach(cleanup);

const draw = (part: ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>);
const page = { questionId: "q1", list: [] } as unknown as QuestionPage;

async function answerTwice() {
  for (const _ of [1, 2]) {
    await userEvent.type(screen.getByLabelText("Your answer"), "Thank you");
    await userEvent.click(screen.getByRole("button", { name: "Answer" }));
  }
}

test("a learner writes the same text twice, and both are answers", async () => {
  const api = startFakeApi({ question: { answer: () => page as never } });
  draw(<AnswerForm one={{ courseId: "python", questionId: "q1" }} isYours={false} />);
  await answerTwice();
  expect(new Set(api.inputsOf("question.answer").map(({ answerId }) => answerId)).size).toBe(2);
});

test("a trainer writes the same text twice, and both are answers", async () => {
  const api = startFakeApi({ answering: { answer: () => page as never } });
  draw(<StaffAnswerForm questionId="q1" onNews={() => {}} />);
  await answerTwice();
  expect(new Set(api.inputsOf("answering.answer").map(({ answerId }) => answerId)).size).toBe(2);
});

function drawAskForm({ hasBatch }: { hasBatch: boolean }) {
  const schedules = [
    scheduledClass({ _id: "one", number: 1, isCancelled: true }),
    scheduledClass({ _id: "two", number: 2, topic: "Loops" }),
  ];
  const api = startFakeApi({
    schedule: { view: () => ({ schedules }) as never },
    question: { list: () => ({ questions: [], next: null, unread: 0, hasBatch }), ask: () => page as never },
  });
  draw(<AskForm courseId="python" onAsked={() => {}} onClose={() => {}} />);
  return api;
}

test("the form names classes by their number, without cancelled ones", async () => {
  drawAskForm({ hasBatch: true });
  await screen.findByRole("option", { name: "Class 2: Loops" });
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["The course", "Class 2: Loops"]);
  expect(screen.getByRole("radio", { name: "My batch" })).toBeTruthy();
});

test("who has no batch is not offered to ask it", async () => {
  const api = drawAskForm({ hasBatch: false });
  await screen.findByText("Nobody but staff reads it.");
  expect(screen.queryByRole("radio", { name: "My batch" })).toBeNull();
  await userEvent.type(screen.getByLabelText("Your question in a line"), "When do I start?");
  await userEvent.click(screen.getByRole("button", { name: "Ask" }));
  expect(api.inputsOf("question.ask")).toMatchObject([{ isPrivate: true }]);
});
