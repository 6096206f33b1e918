const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 0 });

/** ₹12,999 */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}

/** 15 Nov 2026, as it is where the institute is: the same for the server and every visitor. */
export function formatDay(iso: string, { timeZone }: { timeZone: string }): string {
  return dayFormat(timeZone).format(new Date(iso));
}

/** 9:00 AM, 12:00 noon, 1:00 PM */
export function formatHour(hour: number): string {
  if (hour === 12) return "12:00 noon";
  return hour < 12 ? `${hour}:00 AM` : `${hour - 12}:00 PM`;
}

// Making one takes longer than rendering the rest of a small page.
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric", timeZone };
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", options);
  dayFormats.set(timeZone, format);
  return format;
}
