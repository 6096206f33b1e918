import type { QuestionPage } from "@shoreline/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { AnswerForm as StaffAnswerForm } from "../../staff/questions/answer-form.tsx";
import { startFakeApi } from "../../test/fake-api.ts";
import { scheduledClass } from "../../test/scheduled-class.ts";
import { AnswerForm } from "./answer-form.tsx";
import { AskForm } from "./ask-form.tsx";

afterEach(cleanup);
afterEach(() => localStorage.clear());

function draw(part: ReactNode) {
  const routes = [
    { element: <Outlet context={{ profile: { _id: "asha" } }} />, children: [{ path: "/", element: part }] },
  ];
  const router = createMemoryRouter(routes);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
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
  draw(<AskForm learnerId="asha" courseId="python" onAsked={() => {}} onClose={() => {}} />);
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

test("what is typed is there after a reload, and gone when it is sent", async () => {
  startFakeApi({ question: { answer: () => page as never } });
  const form = <AnswerForm one={{ courseId: "python", questionId: "q1" }} isYours={false} />;
  const { unmount } = draw(form);
  const box = () => screen.getByLabelText<HTMLTextAreaElement>("Your answer");
  await userEvent.type(box(), "Half an answer");
  unmount();
  const again = draw(form);
  expect(box().value).toBe("Half an answer");
  await userEvent.click(screen.getByRole("button", { name: "Answer" }));
  await waitFor(() => expect(box().value).toBe(""));
  again.unmount();
  draw(form);
  expect(box().value).toBe("");
});

test("a question that was not sent is there when the form opens again, and gone when it is asked", async () => {
  drawAskForm({ hasBatch: true });
  const line = () => screen.getByLabelText<HTMLInputElement>("Your question in a line");
  await userEvent.type(line(), "What is a generator?");
  cleanup();
  const api = drawAskForm({ hasBatch: true });
  expect(line().value).toBe("What is a generator?");
  await userEvent.click(screen.getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(api.inputsOf("question.ask")).toHaveLength(1));
  await waitFor(() => expect(line().value).toBe(""));
});
