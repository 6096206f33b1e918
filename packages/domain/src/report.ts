/** The days that a report is about. Days are texts such as 2026-11-16, so they sort and compare as they are. */

export type Period = { from: string; until: string };

const longestPeriodInWeeks = 53;

const day = 86_400_000;

export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
}

export function mondayOf(date: string): string {
  return daysLater(date, -((new Date(date).getUTCDay() + 6) % 7));
}

/** So many weeks from Monday on, with the one of this day as the last. */
export function lastWeeks(weeks: number, until: string): Period {
  return { from: daysLater(mondayOf(until), -7 * (weeks - 1)), until };
}

/** Periods that people ask for by name. */
export const namedPeriods = ["4-weeks", "12-weeks", "year"] as const;
export type NamedPeriod = (typeof namedPeriods)[number];
export const usualPeriod: NamedPeriod = "12-weeks";

export function periodUntil(until: string, name: NamedPeriod): Period {
  if (name === "year") return { from: `${until.slice(0, 4)}-01-01`, until };
  return lastWeeks(name === "4-weeks" ? 4 : 12, until);
}

/** What is wrong with a period, by its field; null if nothing is. */
export function whyNoPeriod({ from, until }: Period): Partial<Period> | null {
  if (from < "2000-01-01") return { from: "Choose a day after 1999" };
  if (until > "2099-12-31") return { until: "Choose a day before 2100" };
  if (from > until) return { from: "Choose a day before the last one" };
  if (until >= daysLater(from, 7 * longestPeriodInWeeks))
    return { until: `Choose ${longestPeriodInWeeks} weeks at most` };
  return null;
}

/** The Monday of every week that has a day in the period. */
export function mondaysIn({ from, until }: Period): string[] {
  const first = mondayOf(from);
  const weeks = Math.floor((Date.parse(until) - Date.parse(first)) / (7 * day)) + 1;
  return Array.from({ length: weeks }, (_, week) => daysLater(first, 7 * week));
}
