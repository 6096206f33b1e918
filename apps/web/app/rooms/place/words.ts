import type { BatchToJoin, OwnRequest } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { batchName } from "@shoreline/domain/course";
import { dateParts, formatDay } from "../../lib/format.ts";

type Named = Pick<BatchToJoin, "name" | "days" | "batchTime" | "batchType">;
type Zone = { timeZone: string };

/** 9:00 to 10:00 AM, weekdays */
export function batchText({ name, days, ...kind }: Named): string {
  return name || days || batchName(kind);
}

/** Mon, 23 Nov 2026 */
export function dayText(iso: string, zone: Zone): string {
  return `${dateParts(iso, zone).weekday}, ${formatDay(iso, zone)}`;
}

/** What decides between batches: when it starts, and how many seats are left. */
export function aboutText({ startsAt, classesOver, seatsLeft }: BatchToJoin, zone: Zone): string {
  const starts = classesOver > 0 ? `started ${dayText(startsAt, zone)}` : `starts ${dayText(startsAt, zone)}`;
  const missed = classesOver === 0 ? [] : [classesOver === 1 ? "1 class is over" : `${classesOver} classes are over`];
  return [starts, ...missed, ...seatsText(seatsLeft)].join(", ");
}

function seatsText(left: number | null): string[] {
  if (left === null) return [];
  if (left === 0) return ["full"];
  return [left === 1 ? "1 seat left" : `${left} seats left`];
}

export const requestText: Record<OwnRequest["state"], string> = {
  asked: "We have your request, and answer you here.",
  accepted: "We have moved you.",
  refused: "We could not move you.",
  withdrawn: "You have withdrawn it.",
};

export function fieldsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? error.fields : {};
}
