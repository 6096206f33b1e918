import type { Graded, OwnWork, Version } from "@shoreline/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Outlet, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import HomeworkPage from "./homework-page.tsx";

const homeworkId = "5d5f5c1e-0a57-4b6a-9b53-0d3b0c8f6a01";
const version: Version = {
  ...{ submissionId: "5d5f5c1e-0a57-4b6a-9b53-0d3b0c8f6a02", version: 1, text: "A loop.", link: "", files: [] },
  ...{ at: "2026-11-18T13:15:00.000Z", isLate: false },
};
const graded: Graded = {
  ...{ outcome: "done", version: 1, points: 8, lines: [{ text: "It runs", points: 10, given: 8 }] },
  ...{ comment: "Good.", at: "2026-11-18T14:00:00.000Z", who: "Joel Antony" },
};
const work: OwnWork = {
  ...{
    homeworkId,
    title: "Loops",
    text: "Write one.",
    dueOn: "2026-11-20",
    allowsLate: true,
    files: [],
    setAt: "2026-11-10T05:00:00.000Z",
  },
  ...{
    rubric: [{ text: "It runs", points: 10 }],
    class: null,
    state: "open",
    isRequired: true,
    points: null,
    mostPoints: 10,
  },
  ...{ course: "React", versions: [], gradings: [], whyNot: null, isLate: false, now: "2026-11-18T13:00:00.000Z" },
};

function open(changes: Partial<OwnWork> = {}) {
  startFakeApi({
    homework: {
      read: () => ({ ...work, ...changes }),
      handIn: ({ text = "" }) => ({ ...work, state: "handed in", versions: [{ ...version, text }] }),
    },
  });
  const classroom = { profile: { _id: "learner 1" }, institute: { timeZone: "Asia/Kolkata" } };
  const params = { courseId: "react", homeworkId };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Routes>
          <Route element={<Outlet context={classroom} />}>
            <Route index element={<HomeworkPage params={params} />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const answer = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Your answer" });

test("who has handed in sees that in place of the form, and opens it again for another version", async () => {
  open();
  await userEvent.type(await answer(), "A loop.");
  await userEvent.click(screen.getByRole("button", { name: "Hand in" }));
  const news = await screen.findByText("Your homework is handed in.");
  expect(document.activeElement?.contains(news)).toBe(true);
  expect(screen.getByText("You handed in version 1 on 18 Nov 2026, 6:45 PM.")).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Your answer" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Hand in another version" }));
  expect((await answer()).value).toBe("");
});

test("what is given back begins with the trainer's words, and its form with the last text", async () => {
  open({
    state: "given back",
    versions: [version],
    gradings: [{ ...graded, outcome: "given back", comment: "And tests?" }],
  });
  expect((await answer()).value).toBe("A loop.");
  const said = screen.getByText("And tests?");
  expect(said.compareDocumentPosition(screen.getByText("Write one."))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(localStorage.getItem("homework-drafts")).toBe("[]");
});

test("graded homework shows its points in one table", async () => {
  open({ state: "done", points: 8, versions: [version], gradings: [graded], whyNot: "graded" });
  const box = (await screen.findByRole("heading", { name: /^Graded/ })).closest("article") as HTMLElement;
  expect(within(box).getByText("8 of 10")).toBeTruthy();
  expect(screen.getAllByText("It runs")).toHaveLength(1);
});

test("homework that is overdue says so", async () => {
  open({ isLate: true });
  expect(await screen.findByText("Overdue")).toBeTruthy();
});
