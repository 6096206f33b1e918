import { apiBase, type Institute } from "@shoreline/contract";
import { unconfirmedDays, type WebinarNoticeKind, webinarEndsAt } from "@shoreline/domain/webinar";
import { wallTime } from "@shoreline/domain/zone";
import { z } from "zod";
import { formatMoment, formatSoon, formatTime } from "../../format.ts";
import { defineMail, type MailContext } from "../../mail/kind.ts";
import type { Part } from "../../mail/parts.ts";
import { type MailJob, mailOf } from "../../mail.ts";
import type { SeatRow, WebinarRow } from "./queries.ts";
import { timesOf } from "./wire.ts";

const about = {
  title: z.string(),
  mentorName: z.string(),
  startAt: z.iso.datetime(),
  durationInMinutes: z.int(),
  joinId: z.string(),
};
type About = z.infer<z.ZodObject<typeof about>>;

const sample = {
  title: "Your first API in sixty minutes",
  mentorName: "Meera Krishnan",
  startAt: "2026-11-16T11:30:00.000Z",
  durationInMinutes: 60,
  joinId: "s4mpl3joinId0000000000",
};

/** Carries nothing that was typed: somebody may have typed a stranger's address. */
export const seatRequested = defineMail("seat-requested", {
  isKept: true,
  data: about,
  sample,
  write(webinar, { institute, publicUrl }) {
    return {
      subject: `Please confirm your seat: ${webinar.title}`,
      heading: "Please confirm your seat",
      parts: [
        { greeting: "" },
        { paragraph: "You, or somebody who typed your address, registered for our webinar:" },
        factsOf(webinar, institute),
        { button: "Confirm your seat", url: joinUrl(webinar, publicUrl) },
        { note: `The link works for ${unconfirmedDays} days, while seats are left.` },
      ],
      why: "You get this mail because this address was entered for a webinar. Not you? Then please ignore this mail.",
    };
  },
});

export const seatConfirmed = defineMail("seat-confirmed", {
  isKept: true,
  data: { ...about, groupUrl: z.string(), hasInvoice: z.boolean() },
  sample: { ...sample, groupUrl: "https://chat.example/first-api", hasInvoice: true },
  write({ groupUrl, hasInvoice, ...webinar }, context) {
    const attached = hasInvoice ? "A calendar file and your invoice are" : "A calendar file is";
    const group = { link: "Join the group for questions before and after the webinar", url: groupUrl };
    return {
      subject: `Your seat: ${webinar.title}`,
      heading: "Your seat is confirmed",
      ...bodyOf(webinar, context, {
        opening: `Your seat is confirmed. ${attached} attached.`,
        after: groupUrl ? [group] : [],
      }),
    };
  },
});

export const webinarReminder = defineMail("webinar-reminder", {
  isKept: true,
  data: about,
  sample,
  write(webinar, context) {
    const { institute, now } = context;
    const when = untilWebinar(new Date(webinar.startAt), now, institute);
    const opening = when === "Now" ? "Your webinar has started." : "We look forward to seeing you.";
    return {
      subject: `${when}: ${webinar.title}`,
      heading: `${when}: your webinar`,
      ...bodyOf(webinar, context, { opening }),
    };
  },
});

export const webinarMoved = defineMail("webinar-moved", {
  isKept: true,
  data: { ...about, before: z.iso.datetime() },
  sample: { ...sample, before: "2026-11-15T11:30:00.000Z" },
  write({ before, ...webinar }, context) {
    const planned = formatMoment(new Date(before), context.institute);
    return {
      subject: `New time: ${webinar.title}`,
      heading: "Your webinar has a new time",
      ...bodyOf(webinar, context, {
        opening: `Your webinar has a new time. It was planned for ${planned}. You keep your seat and your link. A new calendar file is attached.`,
      }),
    };
  },
});

export const webinarCancelled = defineMail("webinar-cancelled", {
  isKept: true,
  data: { ...about, isPaid: z.boolean() },
  sample: { ...sample, isPaid: true },
  write({ isPaid, ...webinar }, { institute, publicUrl }) {
    const nextStep = isPaid ? "We will write to you about your payment." : "You need not do anything.";
    const { Webinar, With, When } = factsOf(webinar, institute).facts;
    return {
      subject: `Cancelled: ${webinar.title}`,
      heading: "Your webinar is cancelled",
      parts: [
        { greeting: "" },
        { paragraph: `We are sorry: your webinar has been cancelled. ${nextStep}` },
        { facts: { Webinar, With, "Planned for": When } },
        { button: "See other webinars", url: `${publicUrl}/webinarview` },
      ],
      why: "You get this mail because you had a seat in this webinar.",
    };
  },
});

function factsOf({ title, mentorName, startAt, durationInMinutes }: About, { timeZone }: Institute) {
  const When = formatMoment(new Date(startAt), { timeZone });
  return { facts: { Webinar: title, With: mentorName, When, Length: `${durationInMinutes} minutes` } };
}

type Words = { opening: string; after?: Part[] };

/** What every mail with the join link says. */
function bodyOf(webinar: About, { institute, publicUrl }: MailContext, { opening, after = [] }: Words) {
  return {
    parts: [
      { greeting: "" },
      { paragraph: opening },
      factsOf(webinar, institute),
      { button: "Join the webinar", url: joinUrl(webinar, publicUrl) },
      { note: "The link is yours alone. It opens 15 minutes before the start." },
      ...after,
    ],
    why: "You get this mail because you have a seat in this webinar.",
    unsubscribe: unsubscribeLink({ joinId: webinar.joinId, publicUrl }),
  };
}

export function unsubscribeLink({ joinId, publicUrl }: { joinId: string; publicUrl: string }) {
  return {
    text: "Stop mails about this webinar",
    page: `${publicUrl}/webinar/user/unsubscribe/${joinId}`,
    url: `${publicUrl}${apiBase}/webinar/user/unsubscribe/${joinId}`,
  };
}

/** The time left when the reminder is sent, which may be later than planned. */
function untilWebinar(startAt: Date, now: Date, { timeZone }: Institute): string {
  const soon = formatSoon(startAt, now);
  if (soon) return soon.replace(/^./, (letter) => letter.toUpperCase());
  const isToday = wallTime(startAt, timeZone).day === wallTime(now, timeZone).day;
  return isToday ? `Today at ${formatTime(startAt, { timeZone })}` : "Tomorrow";
}

export type SeatContext = { seat: SeatRow; webinar: WebinarRow };

/** The mail with the join link: it confirms the seat, or says that it is confirmed. */
export function linkMail(context: SeatContext): MailJob {
  const { seat, webinar } = context;
  return seat.confirmedAt
    ? confirmationMail(context)
    : mailOf(seatRequested, { to: seat.email, data: aboutOf(seat, webinar) });
}

/** The calendar file, and the invoice of a paid seat, are attached when the mail is sent. */
export function confirmationMail({ seat, webinar }: SeatContext): MailJob {
  const data = { ...aboutOf(seat, webinar), groupUrl: webinar.groupUrl, hasInvoice: seat.orderId !== null };
  return mailOf(seatConfirmed, { to: seat.email, data, attachments: filesOf(seat) });
}

/** `before` is the old start of a moved webinar. */
type Notice = { kind: WebinarNoticeKind; before?: Date };

export function noticeMail({ kind, before }: Notice, { seat, webinar }: SeatContext): MailJob {
  const data = aboutOf(seat, webinar);
  const to = seat.email;
  const until = webinarEndsAt(timesOf(webinar)).toISOString();
  if (kind === "cancelled") {
    // The registrant knows the start that the seat was notified of.
    const cancelled = { ...data, startAt: seat.startsAt.toISOString(), isPaid: seat.orderId !== null };
    return mailOf(webinarCancelled, { to, data: cancelled, attachments: filesOf(seat) });
  }
  if (kind === "moved") {
    const moved = { ...data, before: (before ?? seat.startsAt).toISOString() };
    return mailOf(webinarMoved, { to, data: moved, until, attachments: filesOf(seat) });
  }
  return mailOf(webinarReminder, { to, data, until });
}

const filesOf = ({ id }: SeatRow) => [{ kind: "seat", id }];

function aboutOf({ joinId }: SeatRow, { title, mentor, startAt, durationInMinutes }: WebinarRow): About {
  return { title, mentorName: mentor.mentorName, startAt: startAt.toISOString(), durationInMinutes, joinId };
}

export function joinUrl({ joinId }: Pick<SeatRow, "joinId">, publicUrl: string): string {
  return `${publicUrl}/webinar/user/join/${joinId}`;
}
