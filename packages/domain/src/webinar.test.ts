import { expect, test } from "vitest";
import { findFieldErrors } from "./lead.ts";
import {
  dueReminder,
  isCancelled,
  joinWindowState,
  paymentWindowSeconds,
  seatHoldMs,
  seatsLeft,
  stateOf,
  whyClosed,
  whySeatRefused,
} from "./webinar.ts";
import { registrationChecks } from "./webinar-registration.ts";

const startAt = new Date("2026-11-17T13:00:00Z");
const times = { startAt, minutes: 60, isComplete: false };
const at = (iso: string) => new Date(iso);

test.each([
  ["2026-11-17T12:59:59.999Z", "upcoming"],
  ["2026-11-17T13:00:00Z", "live"],
  ["2026-11-17T13:59:59Z", "live"],
  ["2026-11-17T14:00:00Z", "over"],
])("at %s a webinar is %s", (now, state) => {
  expect(stateOf(times, at(now))).toBe(state);
});

test("a webinar that the institute marked complete is over, even before its start", () => {
  const complete = { ...times, isComplete: true };
  expect(stateOf(complete, at("2026-11-10T00:00:00Z"))).toBe("over");
  expect(joinWindowState(complete, at("2026-11-17T13:10:00Z"))).toBe("over");
});

test.each([
  ["2026-11-17T12:59:59Z", true, { isCancelled: true, whyClosed: "cancelled" }],
  ["2026-11-17T13:00:00Z", true, { isCancelled: false, whyClosed: "started" }],
  ["2026-11-17T12:59:59Z", false, { isCancelled: false, whyClosed: null }],
])("at %s, marked complete: %s, registration finds %j", (now, isComplete, found) => {
  const marked = { ...times, isComplete };
  expect({
    isCancelled: isCancelled(marked, at(now)),
    whyClosed: whyClosed(marked, { left: 3, now: at(now) }),
  }).toEqual(found);
});

test("a seat is held for 15 minutes, and the payment window closes a minute earlier", () => {
  expect(seatHoldMs).toBe(15 * 60_000);
  expect(paymentWindowSeconds).toBe(14 * 60);
});

test.each([
  ["2026-11-17T12:44:59Z", "early"],
  ["2026-11-17T12:45:00Z", "open"],
  ["2026-11-17T14:14:59Z", "open"],
  ["2026-11-17T14:15:00Z", "over"],
])("at %s the join window is %s", (now, state) => {
  expect(joinWindowState(times, at(now))).toBe(state);
});

test.each([
  [{ seats: null, taken: 900, held: 5 }, null],
  [{ seats: 50, taken: 48, held: 1 }, 1],
  [{ seats: 50, taken: 49, held: 1 }, 0],
  [{ seats: 50, taken: 0, held: 25 }, 25],
  [{ seats: 50, taken: 0, held: 4000 }, 25],
  [{ seats: 50, taken: 47, held: 4000 }, 1],
  [{ seats: 50, taken: 50, held: 2 }, 0],
])("with %j, %s seats are left", (count, left) => {
  expect(seatsLeft(count)).toBe(left);
});

test("registration closes when the webinar starts or is full; a paid seat is confirmed until the end", () => {
  const [before, during, after] = ["12:00", "13:30", "14:30"].map((time) => at(`2026-11-17T${time}:00Z`)) as [
    Date,
    Date,
    Date,
  ];
  expect(whyClosed(times, { left: 3, now: before })).toBeNull();
  expect(whyClosed(times, { left: null, now: before })).toBeNull();
  expect(whyClosed(times, { left: 0, now: before })).toBe("full");
  expect(whyClosed(times, { left: 3, now: during })).toBe("started");
  expect(whySeatRefused(times, { left: 3, now: during })).toBeNull();
  expect(whySeatRefused(times, { left: 0, now: during })).toBe("full");
  expect(whySeatRefused(times, { left: 3, now: after })).toBe("over");
  expect(whySeatRefused({ ...times, isComplete: true }, { left: 3, now: before })).toBe("cancelled");
});

test.each([
  ["2026-11-16T12:59:59Z", null],
  ["2026-11-16T13:00:00Z", { kind: "day", since: at("2026-11-16T13:00:00Z") }],
  ["2026-11-17T12:00:00Z", { kind: "hour", since: at("2026-11-17T12:00:00Z") }],
  ["2026-11-17T13:00:00Z", null],
])("at %s the reminder due is %j", (now, due) => {
  expect(dueReminder({ startAt, now: at(now) })).toEqual(due);
});

test.each([
  [{ username: "Asha Kumar", email: "asha@example.com", mobileNumber: "9876543210" }, {}],
  [{ username: "ஷாலினி", email: "s@example.co.in", mobileNumber: "9876543210" }, {}],
  [
    { username: "As4", email: "asha@", mobileNumber: "98765" },
    { username: "invalid username", email: "invalid email", mobileNumber: "invalid mobileNumber" },
  ],
  [{ username: "A B Kumar", email: "a@example.com", mobileNumber: "9876543210" }, { username: "invalid username" }],
])("a registration with %j shows %j", (values, faults) => {
  expect(findFieldErrors(registrationChecks, values)).toEqual(faults);
});
