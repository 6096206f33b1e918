import { afterEach, expect, test, vi } from "vitest";
import { deferLoad } from "./defer-load.ts";

afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

test("a part of the first page loads when the page has settled, or as soon as somebody uses it", async () => {
  vi.useFakeTimers();
  const loaded: string[] = [];
  const part = (name: string) => deferLoad(async () => void loaded.push(name))();
  part("settled");
  await vi.advanceTimersByTimeAsync(2000);
  expect(loaded).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  part("used");
  window.dispatchEvent(new Event("pointerdown"));
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded).toEqual(["settled", "used"]);
});

test("a press that waits since before React was there brings the parts at once", async () => {
  vi.useFakeTimers();
  document.body.innerHTML = '<button data-waits="">Subscribe</button>';
  const loaded: string[] = [];
  deferLoad(async () => void loaded.push("part"))();
  await vi.advanceTimersByTimeAsync(0);
  expect(loaded).toEqual(["part"]);
});
