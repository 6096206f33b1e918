import { apiBase, type Institute } from "@shoreline/contract";
import type { WebinarNewsKind } from "@shoreline/domain/webinar";
import type { Payload } from "../../jobs/catalogue.ts";
import type { SeatRow, WebinarRow } from "./queries.ts";

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

export function newsMail(kind: WebinarNewsKind, letter: SeatLetter): Payload<"mail.send"> {
  const { title } = letter.webinar;
  if (kind === "moved")
    return write(letter, {
      subject: `New time: ${title}`,
      opening: "the webinar for which you have a seat has a new time. Your seat and your link stay the same.",
      hasCalendar: true,
    });
  return kind === "day"
    ? write(letter, { subject: `Tomorrow: ${title}`, opening: "the webinar for which you have a seat is near." })
    : write(letter, { subject: `In an hour: ${title}`, opening: "it begins within the hour." });
}

type Words = { subject: string; opening: string; hasCalendar?: boolean; after?: string };

function write({ seat, webinar, institute, publicUrl }: SeatLetter, words: Words): Payload<"mail.send"> {
  const after = words.after ? `\n${words.after}` : "";
  return {
    to: seat.email,
    subject: words.subject,
    unsubscribeUrl: `${publicUrl}${apiBase}/webinar/user/unsubscribe/${seat.joinId}`,
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
  const time = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone });
  const zone = new Intl.DateTimeFormat("en-IN", { timeZoneName: "short", timeZone })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  return `${day.format(at)}, ${time.format(at)} ${zone ?? ""}`.trimEnd();
}
