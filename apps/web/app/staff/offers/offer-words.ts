import type { NamedCourse, StaffCoupon } from "@shoreline/contract";
import { formatDay, formatRupees } from "../../lib/format.ts";
import { zone } from "../when.ts";

export function formatPaise(paise: number): string {
  return formatRupees(paise / 100);
}

/** 10 %, or ₹500 */
export function discountText(discount: StaffCoupon["discount"]): string {
  return "percent" in discount ? `${discount.percent} %` : formatPaise(discount.amountInPaise);
}

/** 30 Nov 2026. Noon, so that the day is the same in every zone. */
export function dayText(day: string): string {
  return formatDay(`${day}T12:00:00.000Z`, { timeZone: "UTC" });
}

export function periodText({ firstDay, lastDay }: Pick<StaffCoupon, "firstDay" | "lastDay">): string {
  return lastDay ? `${dayText(firstDay)} to ${dayText(lastDay)}` : `From ${dayText(firstDay)}`;
}

/** All courses, SQL, or 3 courses */
export function coursesText([first, ...others]: readonly NamedCourse[]): string {
  if (!first) return "All courses";
  return others.length > 0 ? `${others.length + 1} courses` : first.name;
}

/** 3 of 50, or 3 */
export function usesText({ used, usesInAll }: Pick<StaffCoupon, "used" | "usesInAll">): string {
  return usesInAll === null ? String(used) : `${used} of ${usesInAll}`;
}

/** The day at the institute, as 2026-11-17. */
export function today(): string {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: zone(), dateStyle: "short" });
  return parts.format(new Date());
}

/** "499.50" as paise; what is no amount stays one that the server refuses. */
export function readPaise(text: string): number {
  return Math.round(Number(text.replace(/[₹,\s]/g, "") || Number.NaN) * 100);
}
