import type { WebinarCard, WebinarPage } from "@shoreline/contract";
import { webinarEndsAt } from "@shoreline/domain/webinar";
import type { SiteInfo } from "../../lib/seo.ts";
import { timesOf, webinarPath } from "./times.ts";

/** Google Calendar reads an event from an address; other calendars get a file, personal after a registration. */
export function calendarLinks(webinar: WebinarCard, { url, userId }: { url: string; userId?: string }) {
  const times = timesOf(webinar);
  const google = new URLSearchParams({
    action: "TEMPLATE",
    text: webinar.title,
    dates: [times.startAt, webinarEndsAt(times)].map(calendarMoment).join("/"),
    details: `${webinar.subtitle} ${url}`,
    location: "Online",
  });
  const file = `/api/webinar/calendar/${encodeURIComponent(webinar._id)}`;
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    file: userId ? `${file}?userId=${userId}` : file,
  };
}

/** 20261115T130000Z, the calendar format. */
function calendarMoment(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, "");
}

/** For search engines: an online event. Leaves out the seats left, which change by the minute. */
export function asEvent(webinar: WebinarPage, at: SiteInfo): Record<string, unknown> {
  const url = at.publicUrl + webinarPath(webinar);
  return {
    "@type": "Event",
    name: webinar.title,
    description: webinar.subtitle,
    image: at.publicUrl + webinar.bannerImage,
    startDate: webinar.startAt,
    endDate: webinarEndsAt(timesOf(webinar)).toISOString(),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    location: { "@type": "VirtualLocation", url },
    organizer: { "@type": "EducationalOrganization", name: at.name, url: at.publicUrl },
    performer: { "@type": "Person", name: webinar.mentor.mentorName, jobTitle: webinar.mentor.designation },
    offers: { "@type": "Offer", price: webinar.price, priceCurrency: "INR", url },
    ...(webinar.seats === null ? {} : { maximumVirtualAttendeeCapacity: webinar.seats }),
  };
}
