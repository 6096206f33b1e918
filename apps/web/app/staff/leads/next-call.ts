const hour = 3_600_000;
const openingHour = 10;

type QuickCall = { text: string; at: Date };

export function quickCalls(now = new Date()): QuickCall[] {
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { text: "In 2 hours", at: new Date(now.getTime() + 2 * hour) },
    { text: "Tomorrow 10:00", at: morning(now, 1) },
    { text: "Monday 10:00", at: morning(now, daysToMonday) },
  ];
}

function morning(now: Date, daysAhead: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysAhead, openingHour);
}

/** 2026-11-16T10:00 in local time, as `<input type="datetime-local">` wants it. */
export function toFieldValue(at: Date): string {
  const digits = (number: number) => String(number).padStart(2, "0");
  const day = [at.getFullYear(), digits(at.getMonth() + 1), digits(at.getDate())].join("-");
  return `${day}T${digits(at.getHours())}:${digits(at.getMinutes())}`;
}

export function fromFieldValue(value: string): string | null {
  return value ? new Date(value).toISOString() : null;
}
