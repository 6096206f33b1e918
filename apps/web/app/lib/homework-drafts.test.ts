import { beforeEach, expect, test } from "vitest";
import { forgetDraft, forgetDrafts, keepDraft, readDraft } from "./homework-drafts.ts";

beforeEach(() => localStorage.clear());

test("a draft is found again by its learner and homework, and only by them", () => {
  keepDraft("asha loops", { text: "Mine", link: "" });
  expect(readDraft("asha loops")).toEqual({ text: "Mine", link: "" });
  expect(readDraft("binu loops")).toBeUndefined();
  forgetDraft("asha loops");
  expect(readDraft("asha loops")).toBeUndefined();
});

test("the 20 latest drafts are kept, and a sign-out removes all", () => {
  for (let n = 0; n < 25; n += 1) keepDraft(`asha ${n}`, { text: String(n), link: "" });
  expect(readDraft("asha 4")).toBeUndefined();
  expect(readDraft("asha 5")?.text).toBe("5");
  forgetDrafts();
  expect(localStorage.length).toBe(0);
});

test("what somebody else wrote under the key does no harm", () => {
  localStorage.setItem("homework-drafts", "{broken");
  expect(readDraft("asha loops")).toBeUndefined();
});
