import { isCancelled, webinarEndsAt } from "@shoreline/domain/webinar";
import { drawCalendar } from "../../calendar.ts";
import type { Deps } from "../../context.ts";
import { attachInvoice } from "../enrolment/invoice.ts";
import { readInstitute } from "../site/queries.ts";
import { joinUrl } from "./mails.ts";
import { findSeatById, type SeatRow, type WebinarRow } from "./queries.ts";
import { timesOf } from "./wire.ts";

type Entry = { webinar: WebinarRow; seat?: SeatRow };

/** The event links to the join page of the seat, or without a seat to the registration. */
export async function drawWebinar({ db, clock, publicUrl }: Deps, { webinar, seat }: Entry): Promise<Buffer> {
  const { name } = await readInstitute(db);
  const url = seat ? joinUrl(seat, publicUrl) : `${publicUrl}/webinar/${encodeURIComponent(webinar.slug)}`;
  const action = seat ? "Join here, from 15 minutes before the start" : "Register here";
  return drawCalendar({
    name: `Webinars of ${name}`,
    institute: name,
    events: [
      {
        uid: `webinar-${webinar.id}@${new URL(publicUrl).hostname}`,
        // The minute of the download, so that a later file replaces an earlier one.
        sequence: Math.floor(clock.now().getTime() / 60_000),
        changedAt: clock.now(),
        startsAt: webinar.startAt,
        endsAt: webinarEndsAt(timesOf(webinar)),
        title: webinar.title,
        text: `${webinar.subtitle} With ${webinar.mentor.mentorName}. ${action}: ${url}`,
        url,
        place: "Online",
        isCancelled: isCancelled(timesOf(webinar), clock.now()),
      },
    ],
  });
}

export function calendarFile({ slug }: Pick<WebinarRow, "slug">): string {
  return `${slug}.ics`;
}

/** The files of a mail about a seat: the calendar file, and the invoice of a paid seat. None when the seat no longer exists. */
export async function attachSeat(deps: Deps, seatId: string) {
  const found = await findSeatById(deps.db, seatId);
  if (!found) return [];
  const { invoiceId } = found.seat;
  const calendar = { name: calendarFile(found.webinar), type: "text/calendar", bytes: await drawWebinar(deps, found) };
  return [calendar, ...(invoiceId ? await attachInvoice(deps, invoiceId) : [])];
}
