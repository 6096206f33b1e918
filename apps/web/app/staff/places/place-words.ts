import type { BatchToJoin } from "@shoreline/contract";
import { batchName } from "@shoreline/domain/course";
import { formatDay } from "../../lib/format.ts";
import { zone } from "../when.ts";

type Named = Pick<BatchToJoin, "name" | "days" | "batchTime" | "batchType" | "startsAt">;

/** 9:00 to 10:00 AM, weekdays, from 23 Nov 2026 */
export function batchText({ name, days, startsAt, ...kind }: Named): string {
  return `${name || days || batchName(kind)}, from ${formatDay(startsAt, { timeZone: zone() })}`;
}

export function seatsText(left: number | null): string {
  if (left === null) return "no limit";
  if (left === 0) return "full";
  return left === 1 ? "1 seat left" : `${left} seats left`;
}
