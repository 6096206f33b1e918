import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, data, RouterProvider, useRouteError } from "react-router";
import { expect, test, vi } from "vitest";
import { type Problem, pageProblem } from "../lib/problem.ts";
import { startFakeTime } from "../test/fake-time.ts";
import { ProblemPage } from "./problem-page.tsx";

startFakeTime();

function Failed() {
  return <ProblemPage {...pageProblem(useRouteError())} />;
}

/** Opens a page whose data is refused so many times. */
async function open({ refusals, status, problem }: { refusals: number; status: number; problem: Problem }) {
  let left = refusals;
  const router = createMemoryRouter([
    {
      path: "/",
      loader: async () => {
        await new Promise((wait) => setTimeout(wait, 100));
        if (left-- > 0) throw data(problem, { status });
        return null;
      },
      Component: () => <h1>Courses</h1>,
      ErrorBoundary: Failed,
      HydrateFallback: () => null,
    },
  ]);
  render(<RouterProvider router={router} />);
  await act(() => vi.advanceTimersByTimeAsync(200));
}

const heading = () => screen.getByRole("heading", { level: 1 }).textContent;

/** In small steps, so that the page is drawn while it loads. */
async function after(seconds: number) {
  for (let step = 0; step < seconds * 20; step++) await act(() => vi.advanceTimersByTimeAsync(50));
}

test("a page that a server without its database refuses loads by itself when the server said", async () => {
  await open({ refusals: 2, status: 503, problem: { retryAfterSeconds: 7 } });
  expect(heading()).toBe("One moment, please");
  expect(screen.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe("/");
  await after(6);
  expect(heading()).toBe("One moment, please");
  await after(2);
  expect(heading()).toBe("One moment, please");
  await after(15);
  expect(heading()).toBe("Courses");
});

test("a page that failed does not load again by itself", async () => {
  await open({ refusals: 1, status: 500, problem: { requestId: "r1" } });
  await after(120);
  expect(heading()).toBe("Something went wrong");
});
