import { expect, test } from "vitest";
import { firstLetter } from "./progress-words.ts";

test("the letter also reads well in the portal, where it is no mail", () => {
  expect(firstLetter("Python").text).toContain("Please answer this message or ask your trainer");
  expect(firstLetter("Python").text).not.toMatch(/\bmail\b/);
});
