/** Whom staff have called, messaged or mailed; the status Contacted may be set without that, and may have changed since. */
export const contactedText = "Called or written to";

const numbers = new Intl.NumberFormat("en-IN");

/** 1,24,999 */
export function numberText(count: number): string {
  return numbers.format(count);
}

/** 38%; empty when there is nothing to compare with. */
export function rateText(part: number, whole: number): string {
  return whole === 0 ? "" : `${Math.round((100 * part) / whole)}%`;
}

/** 45 min, 2 h 10 min, 3 days 4 h; null if nobody was called. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return "none";
  const whole = Math.round(minutes);
  if (whole < 1) return "under 1 min";
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60];
  if (days > 0) return join(days === 1 ? "1 day" : `${numberText(days)} days`, hours ? `${hours} h` : "");
  return join(hours ? `${hours} h` : "", rest ? `${rest} min` : "");
}

function join(...parts: string[]): string {
  return parts.filter(Boolean).join(" ");
}
