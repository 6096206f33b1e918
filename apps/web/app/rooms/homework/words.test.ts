import { expect, test } from "vitest";
import { dueText } from "./words.ts";

test("homework says its due date, or that it has none", () => {
  expect(dueText({ dueOn: "2026-11-20" })).toBe("Due 20 Nov 2026");
  expect(dueText({ dueOn: null })).toBe("No due date");
});
