import { expect, test } from "vitest";
import { createRenderBudget } from "./render-budget.ts";

const page = async () => new Response("page");
const statusOf = async (answer: Promise<Response>) => (await answer).status;

test("an address that asks for too many pages is refused, others are not; the allowance comes back", async () => {
  let time = 0;
  const budget = createRenderBudget({ burst: 3, perSecond: 1, now: () => time });
  for (let n = 0; n < 3; n++) expect(await statusOf(budget("10.0.0.1", page))).toBe(200);
  const refused = await budget("10.0.0.1", page);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
  expect(await refused.text()).toContain("Please wait a few seconds");
  expect(await statusOf(budget("10.0.0.2", page))).toBe(200);
  time = 2000;
  expect(await statusOf(budget("10.0.0.1", page))).toBe(200);
  expect(await statusOf(budget("10.0.0.1", page))).toBe(200);
  expect(await statusOf(budget("10.0.0.1", page))).toBe(429);
});

test("a few pages are rendered at a time, some wait, and the rest is refused", async () => {
  const budget = createRenderBudget({ atOnce: 2, maxWaiting: 3 });
  const running: (() => void)[] = [];
  const slow = () =>
    budget(undefined, () => new Promise<Response>((done) => running.push(() => done(new Response("page")))));
  const answers = Array.from({ length: 7 }, slow);
  await Promise.resolve();
  expect(running).toHaveLength(2);
  expect(await Promise.all(answers.slice(5).map(statusOf))).toEqual([503, 503]);
  for (let done = 0; done < 5; done++) {
    running[done]?.();
    await answers[done];
    await new Promise(setImmediate);
  }
  expect(await Promise.all(answers.slice(0, 5).map(statusOf))).toEqual([200, 200, 200, 200, 200]);
});

test("one address cannot take all the places of those who wait", async () => {
  const budget = createRenderBudget({ atOnce: 1, maxWaiting: 10, maxWaitingPerAddress: 2 });
  const running: (() => void)[] = [];
  const slow = (address: string) =>
    budget(address, () => new Promise<Response>((done) => running.push(() => done(new Response("page")))));
  const greedy = Array.from({ length: 5 }, () => slow("10.0.0.1"));
  const other = slow("10.0.0.2");
  expect(await Promise.all(greedy.slice(3).map(statusOf))).toEqual([429, 429]);
  for (let done = 0; done < 4; done++) {
    running[done]?.();
    await new Promise(setImmediate);
  }
  expect(await statusOf(other)).toBe(200);
});

test("a page that fails frees its place", async () => {
  const budget = createRenderBudget({ atOnce: 1 });
  await expect(budget(undefined, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await statusOf(budget(undefined, page))).toBe(200);
});
