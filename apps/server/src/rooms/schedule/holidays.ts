import { addDays, type Day, isDay } from "@shoreline/domain/batch";
import { StartError } from "../../start-error.ts";

type File = { name: string; text: string };

/** Reads the days without classes, from a calendar (.ics) or a list of days. Refuses what it does not understand, with the line. */
export function readHolidays(file: File): (day: Day) => boolean {
  const holidays = listHolidays(file);
  const days = new Set(holidays.flatMap(daysOf));
  const yearly = holidays.filter(({ isYearly }) => isYearly).flatMap(daysOf);
  return (day) => days.has(day) || yearly.some((first) => first < day && first.slice(4) === day.slice(4));
}

type Named = { days: { day: Day; name: string }[]; leftOut: string[] };

/**
 * The days of a file with their names, in order. What comes every year is there for each of these years. Events of a calendar that
 * are not days without classes, such as one at an hour, are left out and named.
 */
export function nameHolidays(file: File, years: number[]): Named {
  const leftOut: string[] = [];
  const found = listHolidays(file, (line, problem) => leftOut.push(`line ${line}: ${problem}`));
  const named = found.flatMap((holiday) =>
    daysOf(holiday).flatMap((first) => {
      const { name } = holiday;
      if (!holiday.isYearly) return [{ day: first, name }];
      const later = years.map((year) => `${year}${first.slice(4)}`).filter((day) => day > first && isDay(day));
      return [first, ...later].map((day) => ({ day, name }));
    }),
  );
  const byDay = new Map(named.map((one) => [one.day, one]));
  return { days: [...byDay.values()].sort((one, other) => one.day.localeCompare(other.day)), leftOut };
}

function listHolidays({ name, text }: File, leaveOut?: LeaveOut): Holiday[] {
  const clean = text.replace(/^\uFEFF/, "");
  const isCalendar = name.toLowerCase().endsWith(".ics") || clean.startsWith("BEGIN:VCALENDAR");
  const refuse: Refuse = (line, problem) => {
    throw new StartError(`${name}, line ${line}: ${problem}`);
  };
  const holidays = isCalendar ? readCalendar(clean, refuse, leaveOut) : readList(clean, refuse);
  if (holidays.length === 0) throw new StartError(`${name} names no days.`);
  return holidays;
}

type Holiday = { from: Day; days: number; isYearly: boolean; name: string };
type Refuse = (line: number, problem: string) => never;
type LeaveOut = (line: number, problem: string) => void;

function daysOf({ from, days }: Holiday): Day[] {
  return Array.from({ length: days }, (_, n) => addDays(from, n));
}

function readList(text: string, refuse: Refuse): Holiday[] {
  return text.split(/\r?\n/).flatMap((line, at) => {
    if (/^\s*(#|$)/.test(line)) return [];
    const [, from = "", name = ""] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? [];
    return isDay(from)
      ? [{ from, days: 1, isYearly: false, name }]
      : refuse(at + 1, "Write a day like 2026-12-25 Christmas.");
  });
}

type Property = { line: number; name: string; value: string };

/** Events of whole days, once or every year. Others are refused, or left out. */
function readCalendar(text: string, refuse: Refuse, leaveOut?: LeaveOut): Holiday[] {
  const holidays: Holiday[] = [];
  const open: { kind: string; properties: Property[]; line: number }[] = [];
  for (const { line, name, value } of readProperties(text, refuse)) {
    const inner = open.at(-1);
    if (name === "BEGIN") open.push({ kind: value.toUpperCase(), properties: [], line });
    else if (!inner) refuse(line, "A calendar starts with BEGIN:VCALENDAR.");
    else if (name !== "END") inner.properties.push({ line, name, value });
    else if (value.toUpperCase() !== inner.kind) refuse(line, `${inner.kind} of line ${inner.line} is not ended.`);
    else if (open.pop()?.kind === "VEVENT")
      holidays.push(...(leaveOut ? readOrLeaveOut(inner, leaveOut) : readEvent(inner, refuse)));
  }
  const [unended] = open;
  return unended ? refuse(unended.line, `${unended.kind} is not ended.`) : holidays;
}

function readProperties(text: string, refuse: Refuse): Property[] {
  return unfold(text).map(({ line, content }) => {
    const [, name = "", value = ""] =
      /^([\w-]+)(?:;[^:"]*(?:"[^"]*"[^:"]*)*)?:(.*)$/.exec(content) ??
      refuse(line, "This is not a line of a calendar.");
    return { line, name: name.toUpperCase(), value: value.trim() };
  });
}

/** A long line goes on in the next one, after a space. */
function unfold(text: string): { line: number; content: string }[] {
  const unfolded: { line: number; content: string }[] = [];
  for (const [at, content] of text.split(/\r?\n/).entries()) {
    const last = unfolded.at(-1);
    if (last && /^[ \t]/.test(content)) last.content += content.slice(1);
    else if (content.trim() !== "") unfolded.push({ line: at + 1, content });
  }
  return unfolded;
}

const maxDays = 366;

type Event = { properties: Property[]; line: number };

class NotADay extends Error {}

function readOrLeaveOut(event: Event, leaveOut: LeaveOut): Holiday[] {
  try {
    return readEvent(event, (line, problem) => {
      leaveOut(line, problem);
      throw new NotADay();
    });
  } catch (error) {
    if (error instanceof NotADay) return [];
    throw error;
  }
}

function readEvent({ properties, line }: Event, refuse: Refuse): Holiday[] {
  const find = (wanted: string) => properties.find(({ name }) => name === wanted);
  if (find("STATUS")?.value.toUpperCase() === "CANCELLED") return [];
  const odd = properties.find(({ name }) => ["RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"].includes(name));
  if (odd) refuse(odd.line, `${odd.name} is not understood here.`);
  const start = find("DTSTART") ?? refuse(line, "This event has no DTSTART.");
  const from = readDate(start, refuse);
  const days = readLength(from, { end: find("DTEND"), duration: find("DURATION") }, refuse);
  const rule = find("RRULE");
  if (rule && !/^FREQ=YEARLY(;INTERVAL=1)?$/i.test(rule.value))
    refuse(rule.line, "Of the rules only RRULE:FREQ=YEARLY is understood here.");
  const name = (find("SUMMARY")?.value ?? "").replace(/\\([\\;,])/g, "$1").replace(/\\n/gi, " ");
  return [{ from, days, isYearly: rule !== undefined, name: name.trim() }];
}

function readDate({ line, name, value }: Property, refuse: Refuse): Day {
  const day = value.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  return isDay(day) ? day : refuse(line, `${name} must be a day, such as 20261225: only whole days can be skipped.`);
}

type Length = { end: Property | undefined; duration: Property | undefined };

/** The end of an event is the day after its last. */
function readLength(from: Day, { end, duration }: Length, refuse: Refuse): number {
  const given = end ?? duration;
  if (!given) return 1;
  const [, count = "", unit] = /^\+?P(\d{1,4})([DW])$/i.exec(given.value) ?? [];
  const days = end
    ? Math.max(1, (Date.parse(readDate(end, refuse)) - Date.parse(from)) / 86_400_000)
    : Number(count) * (unit?.toUpperCase() === "W" ? 7 : 1);
  if (days >= 1 && days <= maxDays && (!end || readDate(end, refuse) >= from)) return days;
  return refuse(given.line, `An event takes 1 to ${maxDays} days.`);
}
