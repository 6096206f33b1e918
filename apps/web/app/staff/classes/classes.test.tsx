import type { TaughtClass } from "@shoreline/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { classPage } from "../test/class-page.ts";
import { openConsole, sampleMe } from "../test/console.tsx";

afterEach(cleanup);

const now = new Date().toISOString();

function taught(classId: string, given: Partial<TaughtClass> = {}): TaughtClass {
  return { ...classPage({ classId }), batch: "", learners: 12, present: 0, ...given };
}

function start(running: TaughtClass[]) {
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const done = taught("done", { course: "Java", startsAt: hourAgo, endsAt: hourAgo });
  return startFakeApi({
    staff: { me: () => sampleMe({ roles: ["trainer"] }) },
    teaching: {
      list: ({ when }) =>
        when === "over"
          ? { now, classes: [done], next: null, over: null, choices: null }
          : { now, classes: running, next: null, over: { count: 1, isMore: false, unfinished: 1 }, choices: null },
    },
  });
}

test("a trainer's list has what runs and comes in sight; what is over is folded and loaded when asked for", async () => {
  const { inputsOf } = start([taught("now"), taught("empty", { learners: 0 })]);
  openConsole("/staff/classes");
  const table = within(await screen.findByRole("table", { name: "Classes" }));
  expect(table.getByText("0 of 12 present")).toBeTruthy();
  expect(table.getByText("No learners")).toBeTruthy();
  expect(inputsOf("teaching.list")).toHaveLength(1);
  await userEvent.click(screen.getByText("1 is over, 1 not finished"));
  const over = within(await screen.findByRole("table", { name: "Classes of today that are over" }));
  expect(over.getByRole("link", { name: /Java/ })).toBeTruthy();
  expect(over.getByText("Not finished")).toBeTruthy();
});

test("a trainer does not read their own name in every row, but who teaches a class in their place", async () => {
  start([taught("now")]);
  openConsole("/staff/classes");
  await screen.findByRole("table", { name: "Classes" });
  expect(screen.queryByText("Joel Antony")).toBeNull();
  cleanup();
  start([taught("now"), taught("theirs", { isYours: false, trainer: "Mary Joseph" })]);
  openConsole("/staff/classes");
  expect(await screen.findByText("Mary Joseph")).toBeTruthy();
});
