const minute = 60_000;

export const defaultWebinarMinutes = 60;
/** The enrolled count of a webinar before anyone has registered. */
export const defaultEnrolledCount = 100;

/** How long a seat is held while someone pays for it. */
export const seatHoldMs = 15 * minute;
/** How many times an hour one network address may hold a seat in a webinar. Later orders go through without a hold. */
export const maxSeatHoldsPerHour = 3;
/** A registration that nobody confirms by the link in the mail lapses after this time. */
export const unconfirmedDays = 2;
/** The payment window closes before the seat hold ends, so that a payment made in time finds its seat. */
export const paymentWindowSeconds = 14 * 60;

/** The join window is longer than the webinar on both sides: people come early and stay for questions. */
const joinWindowMarginMs = 15 * minute;

/** The institute sets `isComplete` when a webinar is over or cancelled, whatever the clock says. */
export type WebinarTimes = { startAt: Date; minutes: number; isComplete: boolean };
export type WebinarState = "upcoming" | "live" | "over";

export function stateOf({ startAt, minutes, isComplete }: WebinarTimes, now: Date): WebinarState {
  if (isComplete || now >= webinarEndsAt({ startAt, minutes })) return "over";
  return now < startAt ? "upcoming" : "live";
}

/**
 * Notices of a webinar go out until this long after its start: for one that is cancelled in the last minute. Nobody ends a
 * webinar that takes place so early.
 */
export const lateNoticeMs = 10 * minute;

/** Marked complete before its start: it will not take place. */
export function isCancelled({ startAt, isComplete }: WebinarTimes, now: Date): boolean {
  return isComplete && now < startAt;
}

export function webinarEndsAt({ startAt, minutes }: Pick<WebinarTimes, "startAt" | "minutes">): Date {
  return new Date(startAt.getTime() + minutes * minute);
}

export function joinWindowOpensAt({ startAt }: Pick<WebinarTimes, "startAt">): Date {
  return new Date(startAt.getTime() - joinWindowMarginMs);
}

export function joinWindowClosesAt(times: Pick<WebinarTimes, "startAt" | "minutes">): Date {
  return new Date(webinarEndsAt(times).getTime() + joinWindowMarginMs);
}

/** The join window: only while it is open does a registrant get the meeting link. */
export function joinWindowState(times: WebinarTimes, now: Date): "early" | "open" | "over" {
  if (times.isComplete || now >= joinWindowClosesAt(times)) return "over";
  return now < joinWindowOpensAt(times) ? "early" : "open";
}

/**
 * Null when seats are unlimited. Holds cover at most half of the free seats, rounded up: people who never pay must not keep
 * the others away.
 */
export function seatsLeft({ seats, taken, held }: { seats: number | null; taken: number; held: number }) {
  if (seats === null) return null;
  const free = Math.max(0, seats - taken);
  return free - Math.min(held, Math.ceil(free / 2));
}

export type Closed = "cancelled" | "started" | "full";

/** Why registration is closed; null while it is open. */
export function whyClosed(times: WebinarTimes, { left, now }: { left: number | null; now: Date }): Closed | null {
  if (isCancelled(times, now)) return "cancelled";
  if (stateOf(times, now) !== "upcoming") return "started";
  return left === 0 ? "full" : null;
}

/** Why a paid seat cannot be confirmed; null when it can. A payment made at the last minute still counts. */
export function whySeatRefused(times: WebinarTimes, { left, now }: { left: number | null; now: Date }) {
  if (isCancelled(times, now)) return "cancelled" as const;
  if (stateOf(times, now) === "over") return "over" as const;
  return left === 0 ? ("full" as const) : null;
}

/** The notices to a registrant. Each is sent once per start time, so a webinar that moves sends them again. */
export const webinarNoticeKinds = ["day", "hour", "moved", "cancelled"] as const;
export type WebinarNoticeKind = (typeof webinarNoticeKinds)[number];

const before: Record<"day" | "hour", number> = { day: 24 * 60 * minute, hour: 60 * minute };

/** The reminder that is due. It is for registrants who had their seat at `since`, when it became due. */
export function dueReminder({ startAt, now }: { startAt: Date; now: Date }) {
  const left = startAt.getTime() - now.getTime();
  if (left <= 0 || left > before.day) return null;
  const kind = left <= before.hour ? "hour" : "day";
  return { kind, since: new Date(startAt.getTime() - before[kind]) } as const;
}

/** Whether a registrant was there, as staff see it. */
export const attendances = ["attended", "missed", "unknown"] as const;
export type Attendance = (typeof attendances)[number];

/** Whom staff write to. */
export const registrantGroups = ["attended", "missed", "everybody"] as const;
export type RegistrantGroup = (typeof registrantGroups)[number];
