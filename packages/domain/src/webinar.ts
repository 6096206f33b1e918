const minute = 60_000;

export const defaultMinutes = 60;
/** How many a webinar counts as enrolled before anybody has registered here. */
export const defaultEnrolled = 100;

/** So long a seat is kept for somebody who has gone to pay for it. */
export const holdMs = 15 * minute;
/** The payment window closes a little earlier, so that a payment made in it finds its seat. */
export const payWithinSeconds = 14 * 60;

/** The door to the meeting is open a while before and after: people come early and stay for a question. */
export const toleranceMs = 15 * minute;

/** `isComplete` is the institute's word that it is over, or will not be, whatever the clock says. */
export type WebinarTimes = { startAt: Date; minutes: number; isComplete: boolean };
export type WebinarState = "upcoming" | "live" | "over";

export function stateOf({ startAt, minutes, isComplete }: WebinarTimes, now: Date): WebinarState {
  if (isComplete || now >= endOf({ startAt, minutes })) return "over";
  return now < startAt ? "upcoming" : "live";
}

/** Called complete before it began: it will not take place. */
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

/** Whether the link to the meeting is handed out. */
export function doorOf(times: WebinarTimes, now: Date): "early" | "open" | "over" {
  if (times.isComplete || now >= doorClosesAt(times)) return "over";
  return now < doorOpensAt(times) ? "early" : "open";
}

/** Null where there are as many seats as people. */
export function seatsLeft({ seats, taken, held }: { seats: number | null; taken: number; held: number }) {
  return seats === null ? null : Math.max(0, seats - taken - held);
}

export type Closed = "cancelled" | "started" | "full";

/** Why nobody can register any more; null while they can. */
export function whyClosed(times: WebinarTimes, { left, now }: { left: number | null; now: Date }): Closed | null {
  if (isCancelled(times, now)) return "cancelled";
  if (stateOf(times, now) !== "upcoming") return "started";
  return left === 0 ? "full" : null;
}

/** Why a seat that is paid for cannot be given. Who paid at the last minute is still let in. */
export function whyUngiven(times: WebinarTimes, { left, now }: { left: number | null; now: Date }) {
  if (stateOf(times, now) === "over") return "over" as const;
  return left === 0 ? ("full" as const) : null;
}

/** What somebody with a seat is told, each once for a time: a webinar that is moved is another moment. */
export const webinarNewsKinds = ["day", "hour", "moved", "cancelled"] as const;
export type WebinarNewsKind = (typeof webinarNewsKinds)[number];

const before: Record<"day" | "hour", number> = { day: 24 * 60 * minute, hour: 60 * minute };

/** The reminder whose time has come; it is for those who had their seat before that moment. */
export function dueReminder({ startAt, now }: { startAt: Date; now: Date }) {
  const left = startAt.getTime() - now.getTime();
  if (left <= 0 || left > before.day) return null;
  const kind = left <= before.hour ? "hour" : "day";
  return { kind, since: new Date(startAt.getTime() - before[kind]) } as const;
}
