import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepToken } from "../../lib/session.ts";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import MoreInfo from "./more-info.tsx";

const course = {
  courseId: "sql",
  courseName: "SQL",
  courseImage: "/pictures/courses/sql.svg",
  description: "Ask a database.",
  duration: 40,
  price: 5999,
  isTrending: false,
  field: "data",
  level: "beginner",
};
const syllabus = [{ title: "Joins", topics: ["Inner joins"] }];

beforeEach(() => keepToken("kavya"));
afterEach(cleanup);

function show(purchases: object[]) {
  const given = { params: { courseId: "sql" } } as ComponentProps<typeof MoreInfo>;
  const page = { path: "/", element: <MoreInfo {...given} /> };
  const router = createMemoryRouter([{ element: <Outlet context={{ purchases }} />, children: [page] }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test("the syllabus of a course comes through its purchase, so that a course that is no longer offered has one", async () => {
  const read = ({ purchaseId }: { purchaseId: string }) =>
    purchaseId === "p1" ? { ...course, syllabus } : new Refused("UNKNOWN_COURSE");
  startFakeApi({ enrolment: { read } });
  show([{ _id: "p1", course }]);
  expect(await screen.findByText("Joins")).toBeTruthy();
});

test("who has not bought the course is told so", () => {
  show([]);
  expect(screen.getByText("You have not bought this course")).toBeTruthy();
});
