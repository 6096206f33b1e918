import type { JoinPage } from "@shoreline/contract";
import { act, cleanup, render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { startFakeTime, yearsBehind } from "../../test/fake-time.ts";
import { webinarPage } from "../../test/webinar.ts";
import WebinarJoin from "./join.tsx";

/** Not one that can be shown in a frame, as frames cannot be loaded here. */
const link = "https://meet.example.com/first-api";
const parts = () => Promise.all([import("./no-seat.tsx"), import("./over.tsx"), import("../../ui/meeting-frame.tsx")]);

await parts();
startFakeTime(yearsBehind);

/** Second by second, so that the page is drawn in between. */
async function wait(seconds: number) {
  for (let n = 0; n < seconds; n++) await act(() => vi.advanceTimersByTimeAsync(1000));
}
const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
const meeting = () => screen.queryByRole("link", { name: /Open in a new window/ })?.getAttribute("href");

function seat(now: string, change: Partial<JoinPage> = {}): JoinPage {
  return {
    webinar: webinarPage(),
    zoomLink: "",
    isConfirmed: true,
    opensAt: "2026-11-16T12:45:00.000Z",
    closesAt: "2026-11-16T14:15:00.000Z",
    groupUrl: "",
    now,
    ...change,
  };
}

async function visit() {
  const Stub = createRoutesStub([
    {
      path: "/webinar/user/join/:userId",
      Component: WebinarJoin as never,
      loader: () => ({ courses: [], timeZone: "Asia/Kolkata", publicUrl: "https://example.com" }),
    },
  ]);
  render(<Stub initialEntries={["/webinar/user/join/seat-1"]} />);
  for (let turns = 0; turns < 5; turns++) await settle();
}

test("before the join window the page counts down and offers the calendar, without a meeting", async () => {
  startFakeApi({ webinar: { join: () => seat("2026-11-16T12:00:00.000Z") } });
  await visit();
  expect(screen.getByRole("timer").getAttribute("aria-label")).toMatch(/0 days 1 hours 0 minutes$/);
  expect(screen.getByText(/You can join here from 15 minutes before the start/)).toBeTruthy();
  expect(screen.getByRole("link", { name: /Google/ })).toBeTruthy();
  expect(meeting()).toBeUndefined();
});

test("the meeting opens by itself when the join window does", async () => {
  let zoomLink = "";
  const api = startFakeApi({
    webinar: { join: () => seat(zoomLink ? "2026-11-16T12:45:05.000Z" : "2026-11-16T12:44:58.000Z", { zoomLink }) },
  });
  await visit();
  expect(api.sent).toHaveLength(1);
  zoomLink = link;
  await wait(10);
  expect(api.sent.length).toBeGreaterThan(1);
  expect(meeting()).toBe(link);
});

test("a link that is not there yet is asked for again while the window is open", async () => {
  let zoomLink = "";
  startFakeApi({ webinar: { join: () => seat("2026-11-16T12:50:00.000Z", { zoomLink }) } });
  await visit();
  expect(screen.getByText(/The meeting is being prepared/)).toBeTruthy();
  zoomLink = link;
  await wait(16);
  expect(screen.queryByText(/The meeting is being prepared/)).toBeNull();
  expect(meeting()).toBe(link);
});

test("afterwards the page thanks, and shows the recording", async () => {
  const webinar = webinarPage({ recordingUrl: "https://video.example.com/1" });
  startFakeApi({ webinar: { join: () => seat("2026-11-16T14:20:00.000Z", { webinar }) } });
  await visit();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/thank you/i);
  expect(screen.getByRole("link", { name: /Watch the recording/ }).getAttribute("href")).toBe(
    "https://video.example.com/1",
  );
});

test("a webinar that is cancelled while the page is open says so", async () => {
  let isComplete = false;
  startFakeApi({ webinar: { join: () => seat("2026-11-16T10:00:00.000Z", { webinar: webinarPage({ isComplete }) }) } });
  await visit();
  isComplete = true;
  await wait(61);
  expect(document.body.textContent).toMatch(/cancelled/i);
});

test("a link of no registration is told apart from a server that does not answer", async () => {
  startFakeApi({ webinar: { join: () => new Refused("UNKNOWN_SEAT") } });
  await visit();
  expect(screen.getByRole("link", { name: "See all webinars" })).toBeTruthy();
  cleanup();
  let isDown = true;
  startFakeApi({
    webinar: {
      join: () => {
        if (isDown) throw new TypeError("offline");
        return seat("2026-11-16T12:00:00.000Z");
      },
    },
  });
  await visit();
  await wait(8);
  isDown = false;
  act(() => screen.getByRole("button", { name: "Try again" }).click());
  await settle();
  expect(screen.getByRole("timer")).toBeTruthy();
});

test("a connection that is lost for a moment does not take the meeting away", async () => {
  let isDown = false;
  startFakeApi({
    webinar: {
      join: () => {
        if (isDown) throw new TypeError("offline");
        return seat("2026-11-16T13:10:00.000Z", { zoomLink: link });
      },
    },
  });
  await visit();
  isDown = true;
  await wait(180);
  expect(meeting()).toBe(link);
});

test("opening the link confirms the seat once", async () => {
  let isConfirmed = false;
  const api = startFakeApi({
    webinar: {
      join: () => seat("2026-11-16T12:00:00.000Z", { isConfirmed }),
      confirm: () => {
        isConfirmed = true;
        return { message: "Your seat is confirmed." };
      },
    },
  });
  await visit();
  expect(screen.getByText(/Your seat is confirmed/)).toBeTruthy();
  await wait(61);
  expect(api.inputsOf("webinar.confirm")).toEqual([{ userId: "seat-1" }]);
});

test("a seat that cannot be confirmed any more says why", async () => {
  startFakeApi({
    webinar: {
      join: () => seat("2026-11-16T12:00:00.000Z", { isConfirmed: false }),
      confirm: () => new Refused("WEBINAR_FULL"),
    },
  });
  await visit();
  expect(screen.getByRole("heading", { name: "We could not confirm your seat" })).toBeTruthy();
  expect(screen.getByText(/This webinar is full/)).toBeTruthy();
});

test("who opens the meeting in a new window has joined, once; the page alone does not count", async () => {
  const api = startFakeApi({
    webinar: {
      join: () => seat("2026-11-16T13:10:00.000Z", { zoomLink: link }),
      joined: () => ({ hasJoined: true }),
    },
  });
  await visit();
  await wait(61);
  expect(api.inputsOf("webinar.joined")).toEqual([]);
  for (let presses = 0; presses < 2; presses++) await press();
  expect(api.inputsOf("webinar.joined")).toEqual([{ userId: "seat-1" }]);
});

test("the meeting stays when nobody hears that it was opened, and the next press says so again", async () => {
  let isDown = true;
  const api = startFakeApi({
    webinar: {
      join: () => seat("2026-11-16T13:10:00.000Z", { zoomLink: link }),
      joined: () => (isDown ? new Refused("TOO_MANY_REQUESTS") : { hasJoined: true }),
    },
  });
  await visit();
  await press();
  expect(meeting()).toBe(link);
  isDown = false;
  await press();
  expect(api.inputsOf("webinar.joined")).toHaveLength(2);
});

async function press() {
  // The link must not be followed: there is no window to open.
  addEventListener("click", (event) => event.preventDefault(), { once: true });
  act(() => screen.getByRole("link", { name: /Open in a new window/ }).click());
  for (let turns = 0; turns < 3; turns++) await settle();
}
