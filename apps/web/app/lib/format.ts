const rupees = (minimumFractionDigits: number) =>
  new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits });
const [whole, exact] = [rupees(0), rupees(2)];

/** ₹12,999, or ₹599.90 */
export function formatRupees(amount: number): string {
  return (amount % 1 ? exact : whole).format(amount);
}

/** ₹12,999, or Free */
export function formatPrice(amount: number): string {
  return amount === 0 ? "Free" : formatRupees(amount);
}

/** 15 Nov 2026, in the institute's time zone: the same on the server and for every visitor. */
export function formatDay(iso: string, { timeZone }: { timeZone: string }): string {
  const day = formatOf("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone }).format(new Date(iso));
  // "Sept" is the only month name with four letters.
  return day.replace("Sept", "Sep");
}

/** 15 Nov 2026, of a day that is written 2026-11-15. */
export function formatDate(day: string): string {
  return formatDay(day, { timeZone: "UTC" });
}

/** 15 Nov 2026, 6:30 PM, in the institute's time zone. */
export function formatMoment(iso: string, at: { timeZone: string }): string {
  return `${formatDay(iso, at)}, ${formatTime(iso, at)}`;
}

/** 6:30 PM, in the institute's time zone. */
export function formatTime(iso: string, { timeZone }: { timeZone: string }): string {
  return formatOf("en-US", { hour: "numeric", minute: "2-digit", timeZone }).format(new Date(iso));
}

/** 16, Mon, Nov: for a calendar sheet. */
export function dateParts(iso: string, { timeZone }: { timeZone: string }) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatOf("en-GB", { ...options, timeZone }).format(new Date(iso));
  return { day: part({ day: "numeric" }), weekday: part({ weekday: "short" }), month: part({ month: "short" }) };
}

/** 15 Nov 2026, 6:30 PM IST: for readers who may be in another time zone. */
export function formatMomentInZone(iso: string, at: { timeZone: string }): string {
  return `${formatMoment(iso, at)} ${zoneName(iso, at)}`.trimEnd();
}

/** 3:30 PM your time, for a reader in another time zone; null for all others. The day is named where it differs. */
export function ownTime(iso: string, at: { timeZone: string }): string | null {
  const own = { timeZone: browserTimeZone() };
  if (formatMoment(iso, own) === formatMoment(iso, at)) return null;
  const { weekday, day, month } = dateParts(iso, own);
  const isOtherDay = formatDay(iso, own) !== formatDay(iso, at);
  return `${formatTime(iso, own)}${isOtherDay ? ` on ${weekday} ${day} ${month}` : ""} your time`;
}

/** 7:00 PM, or abroad 7:00 PM IST, 3:30 PM your time. */
export function formatTimes(iso: string, at: { timeZone: string }): string {
  const own = ownTime(iso, at);
  return own ? `${formatTime(iso, at)} ${zoneName(iso, at)}, ${own}` : formatTime(iso, at);
}

/** IST. Only the locale en-IN knows this name; other English locales write GMT+5:30. */
export function zoneName(iso: string, { timeZone }: { timeZone: string }): string {
  const parts = formatOf("en-IN", { timeZoneName: "short", timeZone }).formatToParts(new Date(iso));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The visitor's time zone, such as Asia/Kolkata. */
export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** +91 97468 10427 */
export function formatPhone({ countryCode, mobileNumber }: { countryCode: string; mobileNumber: string }): string {
  return `${countryCode} ${mobileNumber.replace(/^(\d{5})(\d{5})$/, "$1 $2")}`;
}

/** 9:00 AM, 12:00 noon, 1:00 PM */
export function formatHour(hour: number): string {
  if (hour === 12) return "12:00 noon";
  return hour < 12 ? `${hour}:00 AM` : `${hour - 12}:00 PM`;
}

// Creating a formatter takes longer than rendering the rest of a small page.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
