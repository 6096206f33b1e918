import { bookMonthPattern, boundsOf } from "@shoreline/domain/books";
import { financialYear } from "@shoreline/domain/enrolment";

const months = new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric", timeZone: "UTC" });

/** November 2026 */
export function monthText(month: string): string {
  return months.format(new Date(`${month}-01`));
}

/** 2026-27: it begins on 1 April. */
export function yearOf(month: string): string {
  return financialYear(boundsOf(month).begins);
}

export function isBookMonth(month: string): boolean {
  return bookMonthPattern.test(month);
}

/** Every day of the month, such as 2026-11-01. */
export function daysOf(month: string): string[] {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length: count }, (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`);
}

export function addressOf(month: string): string {
  return `?month=${month}`;
}
