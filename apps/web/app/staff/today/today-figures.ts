import type { StaffToday, TodaysClass } from "@shoreline/contract";
import { countText } from "../count-text.ts";
import type { Shape } from "../status-mark.tsx";
import { formatClock, formatWhen } from "../when.ts";

export type TodayPart = Exclude<keyof StaffToday, "now" | "areMoreClasses">;
type Mark = { shape: Shape; text: string };
export type Figure = Mark & { part: TodayPart; title: string; to: string; count: string; isZero: boolean };

export const callsDueAddress = "/staff/leads?call=due&sort=next+call";
export const newEnquiriesAddress = "/staff/leads?status=new";

type PartWords = { title: string; nothing: string; to: string; mark(today: StaffToday): Mark };

/** The order of the tiles. */
export const todayParts: Record<TodayPart, PartWords> = {
  calls: { title: "Calls due", nothing: "No calls due.", to: callsDueAddress, mark: callsMark },
  enquiries: {
    title: "New enquiries",
    nothing: "No new enquiries.",
    to: newEnquiriesAddress,
    mark: () => ({ shape: "begun", text: "Not called yet" }),
  },
  classes: { title: "Classes today", nothing: "No classes today.", to: "/staff/today/classes", mark: classesMark },
  payments: {
    title: "Payments to review",
    nothing: "No payments to review.",
    to: "/staff/today/payments",
    mark: () => ({ shape: "act", text: "Needs a decision" }),
  },
  failed: {
    title: "Failed messages",
    nothing: "Nothing failed.",
    to: "/staff/today/failed",
    mark: failedMark,
  },
  expiring: {
    title: "Backups and invitations",
    nothing: "Nothing expires soon.",
    to: "/staff/today/expiring",
    mark: expiringMark,
  },
  discounts: {
    title: "Discounts to approve",
    nothing: "No discount waits.",
    to: "/staff/enrol/sales",
    mark: () => ({ shape: "act", text: "The desk waits for you" }),
  },
  questions: {
    title: "Questions of learners",
    nothing: "No question waits.",
    to: "/staff/questions",
    mark: () => ({ shape: "act", text: "Learners wait for an answer" }),
  },
  homework: {
    title: "Homework to grade",
    nothing: "No homework waits.",
    to: "/staff/homework",
    mark: () => ({ shape: "act", text: "Learners wait for their grades" }),
  },
  requests: {
    title: "Requests for a batch",
    nothing: "Nobody asks for another batch.",
    to: "/staff/places",
    mark: () => ({ shape: "act", text: "Learners wait for an answer" }),
  },
};

/** For who only teaches: the day is theirs, and the others' classes are a link away. */
export const ownParts: Record<TodayPart, PartWords> = {
  ...todayParts,
  classes: {
    title: "Your classes today",
    nothing: "You have no class today.",
    to: "/staff/today/classes?when=all&only=mine",
    mark: classesMark,
  },
};

/** What the tiles say. A part that this person may not see has none. */
export function figuresOf(today: StaffToday, parts = todayParts): Figure[] {
  return (Object.keys(parts) as TodayPart[])
    .filter((part) => today[part] !== null)
    .map((part) => {
      const { title, nothing, to, mark } = parts[part];
      const { count, isMore } = countOf(today, part);
      const said: Mark = count === 0 ? { shape: "done", text: nothing } : mark(today);
      return { part, title, to, count: countText({ count, isMore }), isZero: count === 0, ...said };
    });
}

function countOf(today: StaffToday, part: TodayPart): { count: number; isMore: boolean } {
  if (part === "classes") return { count: today.classes?.length ?? 0, isMore: today.areMoreClasses };
  return today[part] ?? { count: 0, isMore: false };
}

export function isBefore(iso: string | null, now: string): boolean {
  return iso !== null && Date.parse(iso) < Date.parse(now);
}

function callsMark({ calls, now }: StaffToday): Mark {
  const first = firstOf(calls?.leads.flatMap(({ nextCallAt }) => nextCallAt ?? []) ?? []);
  if (!first) return { shape: "begun", text: "Today" };
  return isBefore(first, now)
    ? { shape: "act", text: `Overdue since ${formatWhen(first, new Date(now))}` }
    : { shape: "begun", text: `Next at ${formatClock(first)}` };
}

export function isRunning({ startsAt, endsAt }: TodaysClass, now: string): boolean {
  return !isBefore(now, startsAt) && isBefore(now, endsAt);
}

const mostClasses = 6;
type Classes = NonNullable<StaffToday["classes"]>;

/** What is over comes after what runs and comes next. */
export function aheadFirst(classes: Classes, now: string): Classes {
  const isOver = ({ endsAt }: TodaysClass) => !isBefore(now, endsAt);
  return classes.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other)));
}

/** A short day is shown whole; of a long one what runs and what comes next. */
export function splitClasses(classes: Classes, now: string): { shown: Classes; folded: Classes } {
  if (classes.length <= mostClasses) return { shown: classes, folded: [] };
  const shown = classes.filter(({ endsAt }) => isBefore(now, endsAt)).slice(0, mostClasses);
  return { shown, folded: classes.filter((one) => !shown.includes(one)) };
}

/** Show 94 more, 60 are over */
export function foldedText({ classes, now, isAll }: { classes: Classes; now: string; isAll: boolean }): string {
  if (isAll) return `Show all ${classes.length}`;
  const over = classes.filter(({ endsAt }) => !isBefore(now, endsAt)).length;
  const text = `Show ${classes.length} more`;
  if (over === 0) return text;
  if (over === classes.length) return `${text}, ${over === 1 ? "it is over" : "all are over"}`;
  return `${text}, ${over} ${over === 1 ? "is" : "are"} over`;
}

function classesMark({ classes, areMoreClasses, now }: StaffToday): Mark {
  const ahead = (classes ?? []).filter(({ endsAt }) => isBefore(now, endsAt));
  const withoutTrainer = ahead.filter(({ trainer }) => trainer === null).length;
  const withoutLink = ahead.filter(({ hasLink }) => !hasLink).length;
  const isMore = areMoreClasses;
  const missing = [
    withoutTrainer ? `${countText({ count: withoutTrainer, isMore })} without a trainer` : "",
    withoutLink ? `${countText({ count: withoutLink, isMore })} without a link` : "",
  ].filter(Boolean);
  if (missing.length > 0) return { shape: "act", text: missing.join(", ") };
  const running = ahead.filter((one) => isRunning(one, now)).length;
  if (running > 0) return { shape: "going", text: `${running} running` };
  if (ahead.length === 0) return { shape: "off", text: "All over" };
  return areMoreClasses
    ? { shape: "off", text: `The first ${ahead.length} are ready` }
    : { shape: "done", text: "All ready" };
}

function failedMark({ failed }: StaffToday): Mark {
  const { message = 0, notification = 0, job = 0, enquiry = 0 } = failed?.kinds ?? {};
  const kinds = [
    counted(message + notification, "message"),
    counted(job, "task"),
    counted(enquiry, "enquiry", "enquiries"),
  ];
  return { shape: "act", text: kinds.filter(Boolean).join(", ") };
}

function expiringMark({ expiring, now }: StaffToday): Mark {
  const moments = expiring?.entries.map(({ at }) => at) ?? [];
  if (moments.includes(null)) return { shape: "act", text: "No backup yet" };
  const first = firstOf(moments.flatMap((at) => at ?? []));
  if (!first) return { shape: "begun", text: "Soon" };
  const when = formatWhen(first, new Date(now));
  return isBefore(first, now) ? { shape: "act", text: `Since ${when}` } : { shape: "begun", text: `First: ${when}` };
}

/** 1 task, 2 tasks, or nothing. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  if (count === 0) return "";
  return `${count.toLocaleString("en-IN")} ${count === 1 ? noun : nouns}`;
}

function firstOf(moments: string[]): string | undefined {
  return moments.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0];
}
