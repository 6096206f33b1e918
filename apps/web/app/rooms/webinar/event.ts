import type { WebinarPage } from "@shoreline/contract";
import { endOf } from "@shoreline/domain/webinar";
import type { Whereabouts } from "../../lib/seo.ts";
import { timesOf, webinarPath } from "./times.ts";

/** For search engines: an online event. How many seats are left changes by the minute, so it is not in it. */
export function asEvent({ webinar, at }: { webinar: WebinarPage; at: Whereabouts }): Record<string, unknown> {
  const url = at.publicUrl + webinarPath(webinar);
  return {
    "@type": "Event",
    name: webinar.title,
    description: webinar.subtitle,
    image: at.publicUrl + webinar.bannerImage,
    startDate: webinar.startAt,
    endDate: endOf(timesOf(webinar)).toISOString(),
    eventStatus: "https://schema.org/EventScheduled",
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    location: { "@type": "VirtualLocation", url },
    organizer: { "@type": "EducationalOrganization", name: at.name, url: at.publicUrl },
    performer: { "@type": "Person", name: webinar.mentor.mentorName, jobTitle: webinar.mentor.designation },
    offers: { "@type": "Offer", price: webinar.price, priceCurrency: "INR", url },
    ...(webinar.seats === null ? {} : { maximumVirtualAttendeeCapacity: webinar.seats }),
  };
}
