import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { startFakeApi } from "../../test/fake-api.ts";
import { startFakeTime, yearsBehind } from "../../test/fake-time.ts";
import { WebinarAlert } from "./webinar-alert.tsx";

startFakeTime(yearsBehind);

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const next = { _id: "first-api", course: "Web", startAt: "2026-11-16T13:00:00.000Z" };

async function show() {
  render(
    <MemoryRouter>
      <WebinarAlert next={null} />
    </MemoryRouter>,
  );
  await wait(0);
}
/** Without the spaces that keep its width. */
const timer = () => screen.getByRole("timer").textContent?.replace(/\s+/g, " ").trim();

test("the next webinar is announced with the time left by the server's clock", async () => {
  startFakeApi({ webinar: { notification: () => ({ ...next, now: "2026-11-14T10:58:30.000Z" }) } });
  await show();
  expect(screen.getByRole("link").getAttribute("href")).toBe("/webinar/first-api");
  expect(timer()).toBe("2 d 2 h 1 m 30 s");
  await wait(31_000);
  expect(timer()).toBe("2 d 2 h 0 m 59 s");
});

test("the announcement goes when the countdown ends", async () => {
  startFakeApi({ webinar: { notification: () => ({ ...next, now: "2026-11-16T12:59:58.000Z" }) } });
  await show();
  await wait(2000);
  expect(timer()).toBe("0 d 0 h 0 m 0 s");
  await wait(2000);
  expect(screen.queryByRole("complementary")).toBeNull();
});

test("without a webinar ahead, or without an answer, nothing is announced", async () => {
  startFakeApi({ webinar: { notification: () => null } });
  await show();
  expect(screen.queryByRole("complementary")).toBeNull();
  cleanup();
  const api = startFakeApi({});
  await show();
  await wait(10_000);
  expect(api.sent).toHaveLength(4);
  expect(screen.queryByRole("complementary")).toBeNull();
});
