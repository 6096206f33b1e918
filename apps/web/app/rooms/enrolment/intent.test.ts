import { beforeEach, expect, test, vi } from "vitest";
import { keepToken } from "../../lib/session.ts";
import { keepIntent, takeIntent } from "./intent.ts";

const employer = { company: "Anchorstack", gstin: "" };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("who signs in to buy a course goes on once, and only after the sign-in", () => {
  keepIntent("react", { employer, couponCode: "DIWALI10" });
  expect(takeIntent("react")).toBeNull();
  keepToken("of kavya");
  expect([takeIntent("react"), takeIntent("react")]).toEqual([{ employer, couponCode: "DIWALI10" }, null]);
});

test("another course does not start by itself, nor does this one later", () => {
  keepToken("of kavya");
  keepIntent("react", { employer, couponCode: "DIWALI10" });
  expect([takeIntent("sql"), takeIntent("react")]).toEqual([null, null]);
});

test("half an hour later nothing starts by itself", () => {
  keepToken("of kavya");
  keepIntent("react", { employer, couponCode: "DIWALI10" });
  vi.useFakeTimers({ now: Date.now() + 30 * 60_000 });
  expect(takeIntent("react")).toBeNull();
  vi.useRealTimers();
});
