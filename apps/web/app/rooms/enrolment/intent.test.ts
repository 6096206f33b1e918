import { beforeEach, expect, test, vi } from "vitest";
import { keepToken } from "../../lib/session.ts";
import { keepIntent, takeIntent } from "./intent.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("who signs in to buy a course goes on once, and only after the sign-in", () => {
  keepIntent("react");
  expect(takeIntent("react")).toBe(false);
  keepToken("of kavya");
  expect([takeIntent("react"), takeIntent("react")]).toEqual([true, false]);
});

test("another course does not start by itself, nor does this one later", () => {
  keepToken("of kavya");
  keepIntent("react");
  expect([takeIntent("sql"), takeIntent("react")]).toEqual([false, false]);
});

test("half an hour later nothing starts by itself", () => {
  keepToken("of kavya");
  keepIntent("react");
  vi.useFakeTimers({ now: Date.now() + 30 * 60_000 });
  expect(takeIntent("react")).toBe(false);
  vi.useRealTimers();
});
