const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 0 });

/** ₹12,999 */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}

/** 15 Nov 2026, as it is where the institute is: the same for the server and every visitor. */
export function formatDay(iso: string, { timeZone }: { timeZone: string }): string {
  const day = formatOf("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone }).format(new Date(iso));
  // Every other month has three letters.
  return day.replace("Sept", "Sep");
}

/** 15 Nov 2026, 6:30 PM, likewise. */
export function formatMoment(iso: string, at: { timeZone: string }): string {
  return `${formatDay(iso, at)}, ${formatTime(iso, at)}`;
}

/** 6:30 PM, likewise. */
export function formatTime(iso: string, { timeZone }: { timeZone: string }): string {
  return formatOf("en-US", { hour: "numeric", minute: "2-digit", timeZone }).format(new Date(iso));
}

/** 16, Mon, Nov: for a leaf of a calendar. */
export function dateParts(iso: string, { timeZone }: { timeZone: string }) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatOf("en-GB", { ...options, timeZone }).format(new Date(iso));
  return { day: part({ day: "numeric" }), weekday: part({ weekday: "short" }), month: part({ month: "short" }) };
}

/** 15 Nov 2026, 6:30 PM IST: for whoever may read it elsewhere. */
export function formatMomentInZone(iso: string, at: { timeZone: string }): string {
  return `${formatMoment(iso, at)} ${zoneName(iso, at)}`.trimEnd();
}

/** IST; of the English locales only the Indian one calls Indian time by its name. */
export function zoneName(iso: string, { timeZone }: { timeZone: string }): string {
  const parts = formatOf("en-IN", { timeZoneName: "short", timeZone }).formatToParts(new Date(iso));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Asia/Kolkata, where the visitor is. */
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

// Making one takes longer than rendering the rest of a small page.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
