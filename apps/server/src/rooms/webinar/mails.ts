import { apiBase, type Institute } from "@shoreline/contract";
import { unconfirmedDays, type WebinarNoticeKind, webinarEndsAt } from "@shoreline/domain/webinar";
import { wallTime } from "@shoreline/domain/zone";
import { formatMoment, formatTime } from "../../format.ts";
import { letter, type MailJob } from "../../mail.ts";
import type { SeatRow, WebinarRow } from "./queries.ts";
import { timesOf } from "./wire.ts";

export type SeatContext = { seat: SeatRow; webinar: WebinarRow; institute: Institute; publicUrl: string };

/** The mail with the join link: it confirms the seat, or says that it is confirmed. */
export function linkMail(context: SeatContext): MailJob {
  return context.seat.confirmedAt ? confirmationMail(context) : confirmRequestMail(context);
}

/** Carries nothing else: somebody may have typed a stranger's address. */
function confirmRequestMail({ seat, webinar, institute, publicUrl }: SeatContext): MailJob {
  return {
    to: seat.email,
    subject: `Please confirm your seat: ${webinar.title}`,
    text: letter(institute, {
      body: `You, or somebody who typed your address, registered for our webinar:

  ${webinar.title}
  with ${webinar.mentor.mentorName}
  ${formatMoment(webinar.startAt, institute)}, ${webinar.durationInMinutes} minutes

Confirm your seat:
${joinUrl(seat, publicUrl)}

The link works for ${unconfirmedDays} days, while seats are left. Not you? Then please ignore this mail.`,
    }),
  };
}

/** The calendar file, and the invoice of a paid seat, are attached when the mail is sent. */
export function confirmationMail(context: SeatContext): MailJob {
  const { webinar, seat } = context;
  return write(context, {
    subject: `Your seat: ${webinar.title}`,
    opening: `Your seat is confirmed. ${seat.orderId ? "A calendar file and your invoice are" : "A calendar file is"} attached.`,
    hasCalendar: true,
    after: webinar.groupUrl ? `Join the group for questions before and after the webinar:\n${webinar.groupUrl}` : "",
  });
}

/** `before` is the old start of a moved webinar. */
type Notice = { kind: WebinarNoticeKind; now: Date; before?: Date };

export function noticeMail({ kind, now, before }: Notice, context: SeatContext): MailJob {
  const { webinar, institute } = context;
  const until = webinarEndsAt(timesOf(webinar)).toISOString();
  if (kind === "cancelled") return cancelledMail(context);
  if (kind === "moved") {
    const planned = before ? ` It was planned for ${formatMoment(before, institute)}.` : "";
    return write(context, {
      subject: `New time: ${webinar.title}`,
      opening: `Your webinar has a new time.${planned} You keep your seat and your link.`,
      hasCalendar: true,
      until,
    });
  }
  const subject = `${untilWebinar(webinar.startAt, now, institute)}: ${webinar.title}`;
  return write(context, { subject, opening: "Your webinar starts soon.", until });
}

function cancelledMail({ seat, webinar, institute }: SeatContext): MailJob {
  const nextStep = seat.orderId ? "We will write to you about your payment." : "You need not do anything.";
  return {
    to: seat.email,
    subject: `Cancelled: ${webinar.title}`,
    attachments: [{ kind: "seat", id: seat.id }],
    text: letter(institute, {
      body: `We are sorry: your webinar has been cancelled. ${nextStep}

  ${webinar.title}
  with ${webinar.mentor.mentorName}
  planned for ${formatMoment(seat.startsAt, institute)}`,
    }),
  };
}

/** The time left when the reminder is written, which may be later than planned. */
function untilWebinar(startAt: Date, now: Date, { timeZone }: Institute): string {
  const minutes = Math.round((startAt.getTime() - now.getTime()) / 60_000);
  if (minutes <= 1) return "In a minute";
  if (minutes < 55) return `In ${minutes} minutes`;
  if (minutes <= 65) return "In an hour";
  const isToday = wallTime(startAt, timeZone).day === wallTime(now, timeZone).day;
  return isToday ? `Today at ${formatTime(startAt, { timeZone })}` : "Tomorrow";
}

type Words = { subject: string; opening: string; hasCalendar?: boolean; after?: string; until?: string };

function write({ seat, webinar, institute, publicUrl }: SeatContext, words: Words): MailJob {
  return {
    to: seat.email,
    subject: words.subject,
    unsubscribeUrl: `${publicUrl}${apiBase}/webinar/user/unsubscribe/${seat.joinId}`,
    ...(words.until ? { until: words.until } : {}),
    ...(words.hasCalendar ? { attachments: [{ kind: "seat", id: seat.id }] } : {}),
    text: letter(institute, {
      body: `${words.opening}

  ${webinar.title}
  with ${webinar.mentor.mentorName}
  ${formatMoment(webinar.startAt, institute)}, ${webinar.durationInMinutes} minutes

Your personal join link, open from 15 minutes before the start:
${joinUrl(seat, publicUrl)}${words.after ? `\n\n${words.after}` : ""}`,
      footer: `Stop reminders for this webinar: ${publicUrl}/webinar/user/unsubscribe/${seat.joinId}`,
    }),
  };
}

export function joinUrl({ joinId }: Pick<SeatRow, "joinId">, publicUrl: string): string {
  return `${publicUrl}/webinar/user/join/${joinId}`;
}
