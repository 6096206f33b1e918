import type { BatchTime, BatchType, CourseField, CourseLevel, CourseSort } from "@shoreline/domain/course";
import { batchHours } from "@shoreline/domain/course";
import { formatHour } from "../../lib/format.ts";

/** Visible names for the values in addresses and in the contract. */
export const fieldNames: Record<CourseField, string> = {
  web: "Web",
  programming: "Programming",
  data: "Data",
  mobile: "Mobile",
  design: "Design",
  testing: "Testing",
};

export const levelNames: Record<CourseLevel, string> = { beginner: "Beginner", intermediate: "Intermediate" };

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
