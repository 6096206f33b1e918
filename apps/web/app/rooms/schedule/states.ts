import type { ScheduledClass } from "@shoreline/contract";
import { isCompleted, joinWindowState } from "@shoreline/domain/schedule";

export type ShownClass = ScheduledClass;
export type ClassState = "early" | "open" | "over" | "completed" | "cancelled";

export function startOf({ classDate }: ShownClass): Date {
  return new Date(classDate);
}

/** The state at this time; the clock runs while the page is open. */
export function stateOf(shown: ShownClass, now: Date): ClassState {
  if (shown.isCancelled) return "cancelled";
  const startsAt = startOf(shown);
  if (isCompleted({ startsAt, now })) return "completed";
  return joinWindowState({ startsAt, minutes: minutesOf(shown) }, now);
}

export function minutesOf({ classDate, endsAt }: ShownClass): number {
  return Math.round((Date.parse(endsAt) - Date.parse(classDate)) / 60_000);
}

export function isAhead({ endsAt }: ShownClass, now: Date): boolean {
  return new Date(endsAt) > now;
}
