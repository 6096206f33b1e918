import { expect, test } from "vitest";
import { drawInThread } from "./in-thread.ts";

const module = new URL("../test/thread-of-drawing.ts", import.meta.url);
const draw = async (input = {}) => (await drawInThread(module, input))[0];

test("the next drawing is made in the thread of the one before, which has everything loaded", async () => {
  const first = await draw();
  expect(first).toBeGreaterThan(0);
  expect(await draw()).toBe(first);
});

test("a drawing that fails is reported, and the next one is made in another thread", async () => {
  const before = await draw();
  await expect(draw({ fails: true })).rejects.toThrow("This drawing fails.");
  expect(await draw()).not.toBe(before);
});

test("many who ask at once share two threads", async () => {
  const threads = await Promise.all(Array.from({ length: 20 }, () => draw()));
  expect(new Set(threads).size).toBeLessThanOrEqual(2);
});
