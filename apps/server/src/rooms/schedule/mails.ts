import type { Institute } from "@shoreline/contract";
import type { NoticeChannel } from "@shoreline/domain/account";
import { type ClassNoticeKind, endsAt } from "@shoreline/domain/schedule";
import { wallTime } from "@shoreline/domain/zone";
import { formatMoment, formatTime } from "../../format.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { letter, type MailJob } from "../../mail.ts";
import type { LearnerRow } from "../account/queries.ts";
import type { notifyLearner } from "../notification/jobs.ts";
import type { ClassRow } from "./queries.ts";

export type ClassMessage = {
  kind: ClassNoticeKind;
  liveClass: ClassRow;
  courseId: string;
  courseName: string;
  who: Pick<LearnerRow, "id" | "firstName" | "email" | "countryCode" | "mobileNumber" | "noticeChannel">;
  /** The old start of a moved class. */
  before: Date | undefined;
};

export type MessageContext = {
  institute: Institute;
  publicUrl: string;
  now: Date;
  /** How notices can reach a number with this country code. */
  channelsOf(countryCode: string): NoticeChannel[];
};

export function classNotice(message: ClassMessage, context: MessageContext): PayloadOf<typeof notifyLearner> {
  const { liveClass, who } = message;
  return {
    learnerId: who.id,
    title: titleOf(message, context),
    text: `${liveClass.topic}, with ${liveClass.trainerName}. ${formatMoment(liveClass.startsAt, context.institute)}`,
    link: pathOf(message),
  };
}

export function classMail(message: ClassMessage, context: MessageContext): MailJob {
  const { liveClass, kind, who, before } = message;
  const { institute, publicUrl } = context;
  const title = titleOf(message, context);
  const moved = kind === "moved" && before ? `\n  It was planned for ${formatMoment(before, context.institute)}.` : "";
  const join =
    kind === "cancelled"
      ? "You need not do anything. Your other classes take place as planned:"
      : "Join from your schedule, from 15 minutes before the class:";
  return {
    to: who.email,
    subject: `${title}: ${liveClass.topic}`,
    until: endsAt(liveClass).toISOString(),
    text: letter(institute, {
      name: who.firstName,
      body: `${title}.

  ${liveClass.topic}
  with ${liveClass.trainerName}
  ${formatMoment(liveClass.startsAt, institute)}${moved}

${join}
${publicUrl}${pathOf(message)}`,
    }),
  };
}

function titleOf({ kind, courseName, liveClass }: ClassMessage, { institute, now }: MessageContext): string {
  if (kind === "moved") return `${courseName}: a class has a new time`;
  if (kind === "cancelled") return `${courseName}: a class is cancelled`;
  return `${courseName}: your class is ${untilClass(liveClass.startsAt, now, institute)}`;
}

/** The time left when the reminder is written, which may be later than planned. */
export function untilClass(startsAt: Date, now: Date, { timeZone }: Institute): string {
  const minutes = Math.round((startsAt.getTime() - now.getTime()) / 60_000);
  if (minutes < 55) return `in ${minutes} minutes`;
  if (minutes <= 65) return "in an hour";
  const isToday = wallTime(startsAt, timeZone).day === wallTime(now, timeZone).day;
  return `${isToday ? "today" : "tomorrow"} at ${formatTime(startsAt, { timeZone })}`;
}

function pathOf({ courseId }: ClassMessage): string {
  return `/dashboard/schedule/${encodeURIComponent(courseId)}`;
}
