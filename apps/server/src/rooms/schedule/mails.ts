import type { Institute } from "@shoreline/contract";
import { type ClassNewsKind, endsAt } from "@shoreline/domain/schedule";
import { wallTime } from "@shoreline/domain/zone";
import { formatMoment, formatTime } from "../../format.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { type MailJob, letter as writeLetter } from "../../mail.ts";
import type { notifyLearner } from "../notification/jobs.ts";
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

export function classNotice(letter: ClassLetter, context: LetterContext): PayloadOf<typeof notifyLearner> {
  const { liveClass, who } = letter;
  return {
    learnerId: who.id,
    title: titleOf(letter, context),
    text: `${liveClass.topic}, with ${liveClass.trainerName}. ${formatMoment(liveClass.startsAt, context.institute)}`,
    link: pathOf(letter),
  };
}

export function classMail(letter: ClassLetter, context: LetterContext): MailJob {
  const { liveClass, kind, who, before } = letter;
  const { institute, publicUrl } = context;
  const title = titleOf(letter, context);
  const moved = kind === "moved" && before ? `\n  It was planned for ${formatMoment(before, context.institute)}.` : "";
  const join =
    kind === "cancelled"
      ? "You need not do anything. Your other classes stay as they are:"
      : "Join from your schedule; joining opens 15 minutes before the class:";
  return {
    to: who.email,
    subject: `${title}: ${liveClass.topic}`,
    until: endsAt(liveClass).toISOString(),
    text: writeLetter(institute, {
      name: who.firstName,
      body: `${title}.

  ${liveClass.topic}
  with ${liveClass.trainerName}
  ${formatMoment(liveClass.startsAt, institute)}${moved}

${join}
${publicUrl}${pathOf(letter)}`,
    }),
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
  return `${isToday ? "today" : "tomorrow"} at ${formatTime(startsAt, { timeZone })}`;
}

function pathOf({ courseId }: ClassLetter): string {
  return `/dashboard/schedule/${encodeURIComponent(courseId)}`;
}
