import { apiBase, type Institute } from "@shoreline/contract";
import { endOf, type WebinarNewsKind } from "@shoreline/domain/webinar";
import { wallTime } from "@shoreline/domain/zone";
import type { Payload } from "../../jobs/catalogue.ts";
import type { SeatRow, WebinarRow } from "./queries.ts";
import { timesOf } from "./wire.ts";

export type SeatLetter = { seat: SeatRow; webinar: WebinarRow; institute: Institute; publicUrl: string };

/** The calendar file, and the invoice where something was paid, are attached when the mail is sent. */
export function confirmationMail(letter: SeatLetter): Payload<"mail.send"> {
  const { webinar } = letter;
  return write(letter, {
    subject: `Your seat: ${webinar.title}`,
    opening: "your seat is kept.",
    hasCalendar: true,
    after: webinar.groupUrl ? `The group for questions before and after:\n${webinar.groupUrl}\n` : "",
  });
}

/** `before` is when a webinar that was moved was to begin. */
type News = { kind: WebinarNewsKind; now: Date; before?: Date };

export function newsMail({ kind, now, before }: News, letter: SeatLetter): Payload<"mail.send"> {
  const { webinar, institute } = letter;
  // Of no use to anybody afterwards.
  const until = endOf(timesOf(webinar)).toISOString();
  if (kind === "cancelled") return cancelledMail(letter);
  if (kind === "moved") {
    const planned = before ? ` It was planned for ${formatWhen(before, institute)}.` : "";
    return write(letter, {
      subject: `New time: ${webinar.title}`,
      opening: `the webinar for which you have a seat has a new time.${planned} Your seat and your link stay the same.`,
      hasCalendar: true,
      until,
    });
  }
  const subject = `${untilWebinar(webinar.startAt, now, institute)}: ${webinar.title}`;
  return write(letter, { subject, opening: "the webinar for which you have a seat is near.", until });
}

function cancelledMail({ seat, webinar, institute }: SeatLetter): Payload<"mail.send"> {
  const money = seat.orderId ? "We will write to you about what you paid." : "You need not do anything.";
  return {
    to: seat.email,
    subject: `Cancelled: ${webinar.title}`,
    seatId: seat.id,
    text: `Hello,

the webinar for which you have a seat will not take place. ${money}

  ${webinar.title}
  with ${webinar.mentor.mentorName}
  planned for ${formatWhen(seat.startsAt, institute)}

${institute.name}
${institute.phone}
`,
  };
}

/** True at the moment it is written, however late a reminder comes. */
function untilWebinar(startAt: Date, now: Date, { timeZone }: Institute): string {
  const minutes = Math.round((startAt.getTime() - now.getTime()) / 60_000);
  if (minutes <= 1) return "In a minute";
  if (minutes < 55) return `In ${minutes} minutes`;
  if (minutes <= 65) return "In an hour";
  const isToday = wallTime(startAt, timeZone).day === wallTime(now, timeZone).day;
  return isToday ? `Today at ${formatTime(startAt, timeZone)}` : "Tomorrow";
}

type Words = { subject: string; opening: string; hasCalendar?: boolean; after?: string; until?: string };

function write({ seat, webinar, institute, publicUrl }: SeatLetter, words: Words): Payload<"mail.send"> {
  const after = words.after ? `\n${words.after}` : "";
  return {
    to: seat.email,
    subject: words.subject,
    unsubscribeUrl: `${publicUrl}${apiBase}/webinar/user/unsubscribe/${seat.joinId}`,
    ...(words.until ? { until: words.until } : {}),
    ...(words.hasCalendar ? { seatId: seat.id } : {}),
    text: `Hello,

${words.opening}

  ${webinar.title}
  with ${webinar.mentor.mentorName}
  ${formatWhen(webinar.startAt, institute)}, ${webinar.durationInMinutes} minutes

Your own way in, open from 15 minutes before:
${joinUrl(seat, publicUrl)}
${after}
${institute.name}
${institute.phone}

No more reminders of this webinar: ${publicUrl}/webinar/user/unsubscribe/${seat.joinId}
`,
  };
}

export function joinUrl({ joinId }: Pick<SeatRow, "joinId">, publicUrl: string): string {
  return `${publicUrl}/webinar/user/join/${joinId}`;
}

function formatWhen(at: Date, { timeZone }: Institute): string {
  const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone });
  const zone = new Intl.DateTimeFormat("en-IN", { timeZoneName: "short", timeZone })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${day.format(at)}, ${formatTime(at, timeZone)} ${zone ?? ""}`.trimEnd();
}

function formatTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone }).format(at);
}
