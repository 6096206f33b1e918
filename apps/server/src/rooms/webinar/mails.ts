import { apiBase, type Institute } from "@shoreline/contract";
import { endOf, type WebinarNewsKind } from "@shoreline/domain/webinar";
import { wallTime } from "@shoreline/domain/zone";
import { formatMoment, formatTime } from "../../format.ts";
import { type MailJob, letter as writeLetter } from "../../mail.ts";
import type { SeatRow, WebinarRow } from "./queries.ts";
import { timesOf } from "./wire.ts";

export type SeatLetter = { seat: SeatRow; webinar: WebinarRow; institute: Institute; publicUrl: string };

/** The calendar file, and the invoice where something was paid, are attached when the mail is sent. */
export function confirmationMail(letter: SeatLetter): MailJob {
  const { webinar } = letter;
  return write(letter, {
    subject: `Your seat: ${webinar.title}`,
    opening: "Your seat is confirmed.",
    hasCalendar: true,
    after: webinar.groupUrl ? `The group for questions before and after the webinar:\n${webinar.groupUrl}` : "",
  });
}

/** `before` is when a webinar that was moved was to begin. */
type Notice = { kind: WebinarNewsKind; now: Date; before?: Date };

export function noticeMail({ kind, now, before }: Notice, letter: SeatLetter): MailJob {
  const { webinar, institute } = letter;
  // Of no use to anybody afterwards.
  const until = endOf(timesOf(webinar)).toISOString();
  if (kind === "cancelled") return cancelledMail(letter);
  if (kind === "moved") {
    const planned = before ? ` It was planned for ${formatMoment(before, institute)}.` : "";
    return write(letter, {
      subject: `New time: ${webinar.title}`,
      opening: `The webinar for which you have a seat has a new time.${planned} Your seat and your link stay the same.`,
      hasCalendar: true,
      until,
    });
  }
  const subject = `${untilWebinar(webinar.startAt, now, institute)}: ${webinar.title}`;
  return write(letter, { subject, opening: "The webinar for which you have a seat begins soon.", until });
}

function cancelledMail({ seat, webinar, institute }: SeatLetter): MailJob {
  const money = seat.orderId ? "We will write to you about what you paid." : "You need not do anything.";
  return {
    to: seat.email,
    subject: `Cancelled: ${webinar.title}`,
    attachments: [{ kind: "seat", id: seat.id }],
    text: writeLetter(institute, {
      body: `The webinar for which you have a seat is cancelled. ${money}

  ${webinar.title}
  with ${webinar.mentor.mentorName}
  planned for ${formatMoment(seat.startsAt, institute)}`,
    }),
  };
}

/** True at the moment it is written, however late a reminder comes. */
function untilWebinar(startAt: Date, now: Date, { timeZone }: Institute): string {
  const minutes = Math.round((startAt.getTime() - now.getTime()) / 60_000);
  if (minutes <= 1) return "In a minute";
  if (minutes < 55) return `In ${minutes} minutes`;
  if (minutes <= 65) return "In an hour";
  const isToday = wallTime(startAt, timeZone).day === wallTime(now, timeZone).day;
  return isToday ? `Today at ${formatTime(startAt, { timeZone })}` : "Tomorrow";
}

type Words = { subject: string; opening: string; hasCalendar?: boolean; after?: string; until?: string };

function write({ seat, webinar, institute, publicUrl }: SeatLetter, words: Words): MailJob {
  return {
    to: seat.email,
    subject: words.subject,
    unsubscribeUrl: `${publicUrl}${apiBase}/webinar/user/unsubscribe/${seat.joinId}`,
    ...(words.until ? { until: words.until } : {}),
    ...(words.hasCalendar ? { attachments: [{ kind: "seat", id: seat.id }] } : {}),
    text: writeLetter(institute, {
      body: `${words.opening}

  ${webinar.title}
  with ${webinar.mentor.mentorName}
  ${formatMoment(webinar.startAt, institute)}, ${webinar.durationInMinutes} minutes

Your personal join link, open from 15 minutes before the webinar:
${joinUrl(seat, publicUrl)}${words.after ? `\n\n${words.after}` : ""}`,
      footer: `No more reminders of this webinar: ${publicUrl}/webinar/user/unsubscribe/${seat.joinId}`,
    }),
  };
}

export function joinUrl({ joinId }: Pick<SeatRow, "joinId">, publicUrl: string): string {
  return `${publicUrl}/webinar/user/join/${joinId}`;
}
