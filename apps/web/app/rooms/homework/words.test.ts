import { expect, test } from "vitest";
import { stateText } from "./words.ts";

test("what does not count is not to do, but what is handed in anyway says so", () => {
  expect(stateText({ state: "open", isRequired: true })).toBe("To do");
  expect(stateText({ state: "open", isRequired: false })).toBe("Not required");
  expect(stateText({ state: "handed in", isRequired: false })).toBe("Handed in");
});
