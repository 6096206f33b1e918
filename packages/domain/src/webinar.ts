const minute = 60_000;

export const defaultMinutes = 60;
/** The enrolled count of a webinar before anyone has registered. */
export const defaultEnrolled = 100;

/** How long a seat is held while someone pays for it. */
export const holdMs = 15 * minute;
/** The payment window closes before the seat hold ends, so that a payment made in time finds its seat. */
export const payWithinSeconds = 14 * 60;

/** The join window is longer than the webinar on both sides: people come early and stay for questions. */
const toleranceMs = 15 * minute;

/** The institute sets `isComplete` when a webinar is over or cancelled, whatever the clock says. */
export type WebinarTimes = { startAt: Date; minutes: number; isComplete: boolean };
export type WebinarState = "upcoming" | "live" | "over";

export function stateOf({ startAt, minutes, isComplete }: WebinarTimes, now: Date): WebinarState {
  if (isComplete || now >= endOf({ startAt, minutes })) return "over";
  return now < startAt ? "upcoming" : "live";
}

/** Marked complete before its start: it will not take place. */
export function isCancelled({ startAt, isComplete }: WebinarTimes, now: Date): boolean {
  return isComplete && now < startAt;
}

export function endOf({ startAt, minutes }: Pick<WebinarTimes, "startAt" | "minutes">): Date {
  return new Date(startAt.getTime() + minutes * minute);
}

export function doorOpensAt({ startAt }: Pick<WebinarTimes, "startAt">): Date {
  return new Date(startAt.getTime() - toleranceMs);
}

export function doorClosesAt(times: Pick<WebinarTimes, "startAt" | "minutes">): Date {
  return new Date(endOf(times).getTime() + toleranceMs);
}

/** The join window: only while it is open does a registrant get the meeting link. */
export function doorOf(times: WebinarTimes, now: Date): "early" | "open" | "over" {
  if (times.isComplete || now >= doorClosesAt(times)) return "over";
  return now < doorOpensAt(times) ? "early" : "open";
}

/** Null when seats are unlimited. */
export function seatsLeft({ seats, taken, held }: { seats: number | null; taken: number; held: number }) {
  return seats === null ? null : Math.max(0, seats - taken - held);
}

export type Closed = "cancelled" | "started" | "full";

/** Why registration is closed; null while it is open. */
export function whyClosed(times: WebinarTimes, { left, now }: { left: number | null; now: Date }): Closed | null {
  if (isCancelled(times, now)) return "cancelled";
  if (stateOf(times, now) !== "upcoming") return "started";
  return left === 0 ? "full" : null;
}

/** Why a paid seat cannot be confirmed; null when it can. A payment made at the last minute still counts. */
export function whyUngiven(times: WebinarTimes, { left, now }: { left: number | null; now: Date }) {
  if (stateOf(times, now) === "over") return "over" as const;
  return left === 0 ? ("full" as const) : null;
}

/** The notices to a registrant. Each is sent once per start time, so a webinar that moves sends them again. */
export const webinarNewsKinds = ["day", "hour", "moved", "cancelled"] as const;
export type WebinarNewsKind = (typeof webinarNewsKinds)[number];

const before: Record<"day" | "hour", number> = { day: 24 * 60 * minute, hour: 60 * minute };

/** The reminder that is due. It is for registrants who had their seat at `since`, when it became due. */
export function dueReminder({ startAt, now }: { startAt: Date; now: Date }) {
  const left = startAt.getTime() - now.getTime();
  if (left <= 0 || left > before.day) return null;
  const kind = left <= before.hour ? "hour" : "day";
  return { kind, since: new Date(startAt.getTime() - before[kind]) } as const;
}
