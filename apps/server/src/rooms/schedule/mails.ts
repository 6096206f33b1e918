import type { Institute } from "@shoreline/contract";
import { type ClassNewsKind, endsAt } from "@shoreline/domain/schedule";
import { wallTime } from "@shoreline/domain/zone";
import type { Payload } from "../../jobs/catalogue.ts";
import type { ClassRow } from "./queries.ts";

export type ClassLetter = {
  kind: ClassNewsKind;
  liveClass: ClassRow;
  courseId: string;
  courseName: string;
  who: { id: string; firstName: string; email: string };
  /** When a moved class was planned for. */
  before: Date | undefined;
};

export type LetterContext = { institute: Institute; publicUrl: string; now: Date };

export function classNotice(letter: ClassLetter, context: LetterContext): Payload<"notification.add"> {
  const { liveClass, who } = letter;
  return {
    learnerId: who.id,
    title: titleOf(letter, context),
    text: `${liveClass.topic}, with ${liveClass.trainerName}. ${whenOf(liveClass.startsAt, context)}`,
    link: pathOf(letter),
  };
}

export function classMail(letter: ClassLetter, context: LetterContext): Payload<"mail.send"> {
  const { liveClass, kind, who, before } = letter;
  const { institute, publicUrl } = context;
  const title = titleOf(letter, context);
  const moved = kind === "moved" && before ? `\n  It was planned for ${whenOf(before, context)}.` : "";
  const join =
    kind === "cancelled"
      ? "You need not do anything. Your other classes stay as they are:"
      : "Join from your schedule; the door opens 15 minutes before:";
  return {
    to: who.email,
    subject: `${title}: ${liveClass.topic}`,
    until: endsAt(liveClass).toISOString(),
    text: `Hello ${who.firstName},

${title}.

  ${liveClass.topic}
  with ${liveClass.trainerName}
  ${whenOf(liveClass.startsAt, context)}${moved}

${join}
${publicUrl}${pathOf(letter)}

${institute.name}
${institute.phone}
`,
  };
}

function titleOf({ kind, courseName, liveClass }: ClassLetter, { institute, now }: LetterContext): string {
  if (kind === "moved") return `${courseName}: a class has a new time`;
  if (kind === "cancelled") return `${courseName}: a class is cancelled`;
  return `${courseName}: your class is ${untilClass(liveClass.startsAt, now, institute)}`;
}

/** True at the moment it is written, however late a reminder comes. */
function untilClass(startsAt: Date, now: Date, { timeZone }: Institute): string {
  const minutes = Math.round((startsAt.getTime() - now.getTime()) / 60_000);
  if (minutes < 55) return `in ${minutes} minutes`;
  if (minutes <= 65) return "in an hour";
  const isToday = wallTime(startsAt, timeZone).day === wallTime(now, timeZone).day;
  return `${isToday ? "today" : "tomorrow"} at ${timeOf(startsAt, timeZone)}`;
}

function timeOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone }).format(at);
}

function whenOf(at: Date, { institute: { timeZone } }: LetterContext): string {
  const day = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone } as const;
  const zone = new Intl.DateTimeFormat("en-IN", { timeZoneName: "short", timeZone })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${new Intl.DateTimeFormat("en-GB", day).format(at)}, ${timeOf(at, timeZone)} ${zone ?? ""}`.trimEnd();
}

function pathOf({ courseId }: ClassLetter): string {
  return `/dashboard/schedule/${encodeURIComponent(courseId)}`;
}
