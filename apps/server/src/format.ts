/** Every date and amount that the server writes for a person: mails, notifications, documents, commands. */

type Zone = { timeZone: string };

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes a hundred times as long as using it, and a reminder goes to many people. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** 6:30 PM */
export function formatTime(at: Date, { timeZone }: Zone): string {
  return dateFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone }).format(at);
}

/** 15 November 2026 */
export function formatDate(at: Date, { timeZone }: Zone): string {
  return dateFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone }).format(at);
}

/** 15 Nov 2026 */
export function formatDay(at: Date, { timeZone }: Zone): string {
  // "Sept" is the only month name with four letters.
  return dateFormat("en-GB", { dateStyle: "medium", timeZone }).format(at).replace("Sept", "Sep");
}

/** Sunday, 15 November 2026, 6:30 PM IST */
export function formatMoment(at: Date, { timeZone }: Zone): string {
  const weekday = dateFormat("en-GB", { weekday: "long", timeZone }).format(at);
  const zone = dateFormat("en-IN", { timeZoneName: "short", timeZone })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${weekday}, ${formatDate(at, { timeZone })}, ${formatTime(at, { timeZone })} ${zone ?? ""}`.trimEnd();
}

/** Sun 15 Nov, 6:30 PM: short, for text messages. */
export function formatBrief(at: Date, { timeZone }: Zone): string {
  const day = dateFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone }).format(at);
  return `${day.replace(",", "")}, ${formatTime(at, { timeZone })}`;
}

/** As formatBrief, with the year where the other moment is in another one: Fri 1 Jan 2027, 9:00 AM. */
export function formatBeside(at: Date, other: Date, { timeZone }: Zone): string {
  const yearOf = (moment: Date) => dateFormat("en-GB", { year: "numeric", timeZone }).format(moment);
  const brief = formatBrief(at, { timeZone });
  return yearOf(at) === yearOf(other) ? brief : brief.replace(/,(?= )/, ` ${yearOf(at)},`);
}

/** 15 Nov 2026, 18:30: short, for lists at the terminal. */
export function formatShort(at: Date, { timeZone }: Zone): string {
  return dateFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(at);
}

/** "in 5 minutes", for what begins within about an hour; "now" for what has begun, and null for what comes later. */
export function formatSoon(startsAt: Date, now: Date): string | null {
  const minutes = Math.round((startsAt.getTime() - now.getTime()) / 60_000);
  if (minutes <= 0) return "now";
  if (minutes === 1) return "in a minute";
  if (minutes < 55) return `in ${minutes} minutes`;
  return minutes <= 65 ? "in an hour" : null;
}

/** ₹5,999 or ₹5,999.50 */
export function formatMoney({ amountInPaise, currency }: { amountInPaise: number; currency: string }): string {
  const format = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return new Intl.NumberFormat("en-IN", format).format(amountInPaise / 100);
}
