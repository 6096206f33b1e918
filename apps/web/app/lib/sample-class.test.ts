import type { WebinarCard } from "@shoreline/contract";
import { expect, test } from "vitest";
import { sampleLink } from "./sample-class.ts";

const now = new Date("2026-11-16T10:00:00Z");
const webinar = {
  _id: "first-api",
  startAt: "2026-11-18T13:00:00Z",
  isFree: true,
  isComplete: false,
  recordingUrl: "",
} as WebinarCard;

const linkTo = (change: Partial<WebinarCard> = {}) =>
  sampleLink({
    sample: { title: "Your first API", webinar: "first-api" },
    webinars: [{ ...webinar, ...change }],
    now,
    timeZone: "Asia/Kolkata",
  });

test("a free webinar that is still to come can be joined", () => {
  expect(linkTo()).toEqual({ text: "Join a free class on 18 Nov 2026: Your first API", to: "/webinar/first-api" });
});

test("a webinar with a recording can be watched", () => {
  const recordingUrl = "https://films.example/first-api";
  expect(linkTo({ startAt: "2026-11-01T13:00:00Z", recordingUrl })).toEqual({
    text: "Watch a free class: Your first API",
    to: recordingUrl,
  });
});

test.each([{ isFree: false }, { isComplete: true }, { startAt: "2026-11-16T09:00:00Z" }, { _id: "another" }])(
  "nothing is promised of a webinar with %j",
  (change) => {
    expect(linkTo(change)).toBeNull();
  },
);

test("a course has a recording of its own, or nothing", () => {
  const at = { webinars: [], now, timeZone: "Asia/Kolkata" };
  const recording = "https://films.example/loops";
  expect(sampleLink({ ...at, sample: { title: "Loops", recording } })?.to).toBe(recording);
  expect(sampleLink({ ...at, sample: null })).toBeNull();
});
