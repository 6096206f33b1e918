import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { keepToken } from "../../lib/session.ts";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { scheduledClass } from "../../test/scheduled-class.ts";
import { NextClass } from "./next-class.tsx";
import type { ShownClass } from "./states.ts";
import { useJoin } from "./use-join.ts";

const institute = { name: "Shoreline Academy", phone: "", timeZone: "Asia/Kolkata" };
const link = "https://meet.example.com/hooks";

beforeEach(() => {
  // Only what the clock of the page needs: the answers of the server come by themselves.
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  vi.setSystemTime("2026-11-16T00:00:00Z"); // This browser is hours behind the server.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  keepToken("kavya");
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const joinButton = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Join( Hooks)?$/ });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** `now` is what the server's clock shows. */
function showAt(now: string, change: Partial<ShownClass> = {}) {
  const clock = { now, receivedAt: Date.now() };
  const answers: string[] = [];
  function Panel() {
    const joining = useJoin({ onAnswer: () => answers.push("asked again") });
    return <NextClass shown={scheduledClass(change)} clock={clock} joining={joining} />;
  }
  const router = createMemoryRouter(
    [
      {
        element: <Outlet context={{ institute }} />,
        children: [
          { path: "/", element: <Panel /> },
          { path: "/dashboard/zoompage", element: <p>The meeting</p> },
        ],
      },
    ],
    { initialEntries: ["/"] },
  );
  render(<RouterProvider router={router} />);
  return { router, answers };
}

function fakeWindow({ isBlocked = false } = {}) {
  const opened = { closed: false, address: "" };
  vi.stubGlobal("open", () =>
    isBlocked
      ? null
      : {
          document: { title: "", body: {} },
          location: {
            replace: (address: string) => {
              opened.address = address;
            },
          },
          get closed() {
            return opened.closed;
          },
          close: () => {
            opened.closed = true;
          },
        },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return opened;
}

test("before the join window the time left is counted by the server's clock, and joining is not possible yet", async () => {
  showAt("2026-11-16T03:00:00Z");
  expect(screen.getByText("Your next class")).toBeTruthy();
  expect(screen.getByRole("timer").getAttribute("aria-label")).toBe("Starts in 1 hours 0 minutes");
  expect(joinButton().disabled).toBe(true);
  expect(screen.getByText(/Opens .*9:15/)).toBeTruthy();
  await wait(61_000);
  expect(screen.getByRole("timer").getAttribute("aria-label")).toBe("Starts in 0 hours 58 minutes");
});

test("the button opens by itself fifteen minutes before the class", async () => {
  showAt("2026-11-16T03:44:58Z");
  expect(joinButton().disabled).toBe(true);
  await wait(2000);
  expect(joinButton().disabled).toBe(false);
});

test("the countdown ends with the start of the class", async () => {
  showAt("2026-11-16T03:59:58Z");
  expect(screen.getByRole("timer").textContent).toMatch(/00 ?hours.*00 ?minutes.*02 ?seconds/);
  await wait(4000);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(screen.queryByText("Your next class")).toBeNull();
});

test("joining marks the attendance and opens the meeting in a window", async () => {
  const opened = fakeWindow();
  const api = startFakeApi({ schedule: { join: () => ({ zoomLink: link, isAttended: true }) } });
  const { answers } = showAt("2026-11-16T04:10:00Z");
  fireEvent.click(joinButton());
  await vi.waitFor(() => expect(opened.address).toBe(link));
  expect(api.sent).toEqual([{ call: "schedule.join", input: { scheduleId: "class-1", isJoin: true }, token: "kavya" }]);
  expect(answers).toEqual(["asked again"]);
});

test("where no window can be opened the link is shown", async () => {
  fakeWindow({ isBlocked: true });
  startFakeApi({ schedule: { join: () => ({ zoomLink: link, isAttended: true }) } });
  showAt("2026-11-16T04:10:00Z");
  fireEvent.click(joinButton());
  expect((await screen.findByRole("link", { name: "Open the class" })).getAttribute("href")).toBe(link);
});

test("a class that is over says so", async () => {
  const opened = fakeWindow();
  startFakeApi({ schedule: { join: () => ({ zoomLink: "", isAttended: false }) } });
  showAt("2026-11-16T04:59:00Z");
  fireEvent.click(joinButton());
  expect(await screen.findByText("its completed")).toBeTruthy();
  expect(opened.closed).toBe(true);
});

test("a refusal is shown in the words of the server, and the empty window is closed", async () => {
  const opened = fakeWindow();
  startFakeApi({ schedule: { join: () => new Refused("CLASS_CANCELLED") } });
  showAt("2026-11-16T04:10:00Z");
  fireEvent.click(joinButton());
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/cancelled/i));
  expect(opened).toEqual({ closed: true, address: "" });
});

test("who is on hold reads how much is overdue, and where it is paid", async () => {
  fakeWindow();
  const hold = { overdue: "₹4,333 has been overdue since 18 Nov 2026.", pay: "/pay/some-token" };
  startFakeApi({ schedule: { join: () => new Refused("CLASS_ON_HOLD", hold) } });
  showAt("2026-11-16T04:10:00Z");
  fireEvent.click(joinButton());
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/^₹4,333 has been overdue.*on hold/));
  expect(screen.getByRole("link", { name: "Pay now" }).getAttribute("href")).toBe("/pay/some-token");
});

test("a meeting that can be shown on the page opens there", async () => {
  const zoomLink = "https://meet.jit.si/hooks";
  startFakeApi({ schedule: { join: () => ({ zoomLink, isAttended: true }) } });
  const { router } = showAt("2026-11-16T04:10:00Z", { zoomLink });
  fireEvent.click(screen.getByRole("button", { name: "Join on this page" }));
  expect(await screen.findByText("The meeting")).toBeTruthy();
  expect(router.state.location.state).toEqual({ zoomLink, topic: "Hooks" });
});
