import type { OwnHomework } from "@shoreline/contract";
import { expect, test } from "vitest";
import { dueText, sortHomework, stateText } from "./words.ts";

test("homework says its due date, or that it has none", () => {
  expect(dueText({ dueOn: "2026-11-20" })).toBe("Due 20 Nov 2026");
  expect(dueText({ dueOn: null })).toBe("No due date");
});

test("given back comes first, then overdue, then what is due soonest, then the rest", () => {
  const one = (title: string, about: Partial<OwnHomework>) =>
    ({ title, state: "open", isOverdue: false, dueOn: null, isRequired: true, ...about }) as OwnHomework;
  const sorted = sortHomework([
    one("done", { state: "done", dueOn: "2026-11-01" }),
    one("no date", {}),
    one("later", { dueOn: "2026-12-01" }),
    one("handed in", { state: "handed in", dueOn: "2026-10-01" }),
    one("sooner", { dueOn: "2026-11-20" }),
    one("overdue", { dueOn: "2026-11-02", isOverdue: true }),
    one("given back", { state: "given back", dueOn: "2026-11-30" }),
  ]);
  expect(sorted.map(({ title }) => title)).toEqual([
    ...["given back", "overdue", "sooner", "later", "no date", "done", "handed in"],
  ]);
});

test("what does not count is not to do, but what is handed in anyway says so", () => {
  expect(stateText({ state: "open", isRequired: true })).toBe("To do");
  expect(stateText({ state: "open", isRequired: false })).toBe("Not required");
  expect(stateText({ state: "handed in", isRequired: false })).toBe("Handed in");
});
