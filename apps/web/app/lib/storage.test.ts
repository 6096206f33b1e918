import { afterEach, expect, test, vi } from "vitest";
import { read, remove, write } from "./storage.ts";

afterEach(() => {
  vi.restoreAllMocks();
  remove("sessionStorage", "note");
});

test("what no longer fits is read as it was written last, not as it was stored before", () => {
  write("sessionStorage", "note", "Py");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  write("sessionStorage", "note", "Python");
  expect(read("sessionStorage", "note")).toBe("Python");
});
