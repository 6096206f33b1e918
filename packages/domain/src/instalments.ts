/** A plan to pay a price in parts. Days are written 2026-11-17, in the institute's time zone. */

const rupee = 100;

/** Equal parts in whole rupees; what is left over is in the first one. */
export function splitIntoDues(priceInPaise: number, count: number): number[] {
  const part = Math.floor(priceInPaise / count / rupee) * rupee;
  return Array.from({ length: count }, (_, n) => (n === 0 ? priceInPaise - part * (count - 1) : part));
}

/** The first day, and the same day of each month that follows; the last of a month that is shorter. */
export function monthlyDays(first: string, count: number): string[] {
  const [year = 0, month = 1, day = 1] = first.split("-").map(Number);
  return Array.from({ length: count }, (_, n) => {
    const last = new Date(Date.UTC(year, month + n, 0)).getUTCDate();
    return new Date(Date.UTC(year, month - 1 + n, Math.min(day, last))).toISOString().slice(0, 10);
  });
}

export type PlannedDue = { amountInPaise: number; dueOn: string };

/** Why this is not a plan for this price; null when it is one. */
export function whyNotPlan(dues: readonly PlannedDue[], priceInPaise: number): string | null {
  if (dues.length === 0) return "Add at least one instalment";
  if (dues.length > mostDues) return `Use at most ${mostDues} instalments`;
  if (dues.some(({ amountInPaise }) => !Number.isSafeInteger(amountInPaise) || amountInPaise < rupee))
    return "Each instalment is at least ₹1";
  if (dues.some(({ dueOn }, n) => n > 0 && dueOn <= (dues[n - 1]?.dueOn ?? "")))
    return "Each instalment is due after the one before";
  const sum = dues.reduce((total, { amountInPaise }) => total + amountInPaise, 0);
  return sum === priceInPaise ? null : "The instalments do not add up to the price";
}

export const mostDues = 24;

/** When payers are reminded, in days after the due date (negative: before it), and when joining classes is restricted. */
export type OverdueRules = { remindOn: readonly number[]; restrictAfter: number | null };
export const defaultOverdueRules: OverdueRules = { remindOn: [-3, 0, 1, 3, 7], restrictAfter: 15 };

const dayMs = 86_400_000;

export function daysAfter(dueOn: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(dueOn)) / dayMs);
}

/**
 * The reminder that is to be sent today, named by its day; null when there is none. Of several that nobody sent in time only
 * the last one goes out: three mails on one morning would remind nobody better.
 */
export function reminderFor(
  { dueOn, lastReminder }: { dueOn: string; lastReminder: number | null },
  { today, rules }: { today: string; rules: OverdueRules },
): number | null {
  const late = daysAfter(dueOn, today);
  const reached = rules.remindOn.filter((day) => day <= late && (lastReminder === null || day > lastReminder));
  return reached.length > 0 ? Math.max(...reached) : null;
}

export const dueAges = ["not due yet", "1 to 30 days", "31 to 60 days", "61 to 90 days", "over 90 days"] as const;
export type DueAge = (typeof dueAges)[number];

/** How long a due has been outstanding, as a report groups it. On the day itself it is not late. */
export function ageOf(dueOn: string, today: string): DueAge {
  const late = daysAfter(dueOn, today);
  if (late <= 0) return "not due yet";
  if (late <= 30) return "1 to 30 days";
  if (late <= 60) return "31 to 60 days";
  return late <= 90 ? "61 to 90 days" : "over 90 days";
}
