import { ApiError, NetworkError } from "@shoreline/contract/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Again, sendAgain } from "./resend.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const refusal = (code: "UNAVAILABLE" | "INVALID_INPUT", retryAfter?: number) =>
  new ApiError(new Response(null, { status: 503, headers: retryAfter ? { "retry-after": String(retryAfter) } : {} }), {
    error: code,
    code,
  });
const noAnswer = new NetworkError("No answer from the server.");

/** A call that fails in these ways, then succeeds. */
function start(failures: unknown[], again: Again = "always") {
  const sentAt: number[] = [];
  const stopping = new AbortController();
  const begun = Date.now();
  const send = async () => {
    sentAt.push((Date.now() - begun) / 1000);
    if (failures.length > 0) throw failures.shift();
    return "done";
  };
  const { signal } = stopping;
  const outcome = send()
    .catch((error) => sendAgain(send, { error, again, signal, onWait() {} }))
    .catch((error) => error);
  return { sentAt, stopping, outcome };
}

test("a call is sent again after 3, 5, 10, 20 and every 30 seconds, or later when the server asks for it", async () => {
  const { sentAt, outcome } = start([noAnswer, noAnswer, refusal("UNAVAILABLE", 15), noAnswer, noAnswer]);
  await vi.advanceTimersByTimeAsync(80_000);
  expect([await outcome, sentAt]).toEqual(["done", [0, 3, 8, 23, 43, 73]]);
});

test("a browser that is online again sends at once", async () => {
  const { sentAt, outcome } = start([noAnswer, noAnswer]);
  await vi.advanceTimersByTimeAsync(1000);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(5000);
  expect([await outcome, sentAt]).toEqual(["done", [0, 1, 6]]);
});

test("it ends with the last error after some minutes, or when it is stopped", async () => {
  const forever = start(Array(100).fill(noAnswer));
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(await forever.outcome).toBe(noAnswer);
  const stopped = start([noAnswer]);
  await vi.advanceTimersByTimeAsync(1000);
  stopped.stopping.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([await stopped.outcome, stopped.sentAt]).toEqual([noAnswer, [0]]);
});

test("typing in the form stops it, typing elsewhere does not", async () => {
  document.body.innerHTML = "<form><input id=own /></form><input id=other />";
  const type = (id: string) => document.getElementById(id)?.dispatchEvent(new Event("input", { bubbles: true }));
  document.getElementById("own")?.focus();
  const { sentAt, outcome } = start([noAnswer, noAnswer]);
  await vi.advanceTimersByTimeAsync(1000);
  type("other");
  await vi.advanceTimersByTimeAsync(3000);
  type("own");
  await vi.advanceTimersByTimeAsync(60_000);
  expect([await outcome, sentAt]).toEqual([noAnswer, [0, 3]]);
});

test.each<[string, Again, unknown, number]>([
  ["a refusal", "always", refusal("INVALID_INPUT"), 1],
  ["an answer of a proxy that reaches the server", "always", new NetworkError("", { status: 413 }), 1],
  ["an answer of a proxy that does not reach the server", "always", new NetworkError("", { status: 502 }), 2],
  ["a lost answer to a call that must not be done twice", "refused", noAnswer, 1],
  ["a server that could do nothing", "refused", refusal("UNAVAILABLE"), 2],
])("%s (%s) is sent the right number of times", async (_, again, failure, times) => {
  const { sentAt, outcome } = start([failure], again);
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
  expect(sentAt).toHaveLength(times);
});
