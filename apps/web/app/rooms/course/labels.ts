import type { BatchType, CourseSort } from "@shoreline/domain/course";
import type { BatchTime } from "@shoreline/domain/site";
import { batchHours } from "@shoreline/domain/site";
import { formatHour } from "../../lib/format.ts";

/** Visible names for the values in addresses and in the contract. */
export const sortNames: Record<CourseSort, string> = {
  popular: "Popular",
  name: "Name",
  price: "Price",
  duration: "Hours",
};

export const batchTypeNames: Record<BatchType, string> = { "week-days": "Week-days", "week-end": "Week-end" };

/** 9:00 AM to 10:00 AM */
export function batchTimeName(time: BatchTime): string {
  const { from, to } = batchHours(time);
  return `${formatHour(from)} to ${formatHour(to)}`;
}
