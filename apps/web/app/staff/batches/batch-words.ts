import type { BatchDetail, BatchState } from "@shoreline/contract";
import type { Shape } from "../status-mark.tsx";
import { wholeParts } from "../when.ts";

export const stateNames: Record<BatchState, string> = {
  draft: "Draft",
  open: "Open",
  running: "Running",
  finished: "Finished",
  cancelled: "Cancelled",
};

export const stateShapes: Record<BatchState, Shape> = {
  draft: "begun",
  open: "half",
  running: "going",
  finished: "done",
  cancelled: "off",
};

/** 1 class, 12 classes */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** 12 of 18, or 12 */
export function seatsText({ taken, seats }: { taken: number; seats: number | null }): string {
  return seats === null ? String(taken) : `${taken} of ${seats}`;
}

/** Sat 14 Nov, and the year where it is another one. */
export function dayText(iso: string): string {
  const { day, year, isThisYear } = wholeParts(iso);
  return isThisYear ? day : `${day} ${year}`;
}

export function classTimeText(iso: string): string {
  return `${dayText(iso)}, ${wholeParts(iso).time}`;
}

/** 12 classes moved, 12 with another trainer */
export function changeText({ moved, cancelled, restaffed, rerouted }: BatchDetail["changes"][number]): string {
  const parts = [
    moved > 0 ? `${count(moved, "class", "classes")} moved` : "",
    cancelled > 0 ? `${count(cancelled, "class", "classes")} cancelled` : "",
    restaffed > 0 ? `${restaffed} with another trainer` : "",
    rerouted > 0 ? `${rerouted} in another room` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

export const weekdays = [
  { weekday: 1, short: "Mon", name: "Monday" },
  { weekday: 2, short: "Tue", name: "Tuesday" },
  { weekday: 3, short: "Wed", name: "Wednesday" },
  { weekday: 4, short: "Thu", name: "Thursday" },
  { weekday: 5, short: "Fri", name: "Friday" },
  { weekday: 6, short: "Sat", name: "Saturday" },
  { weekday: 0, short: "Sun", name: "Sunday" },
];
