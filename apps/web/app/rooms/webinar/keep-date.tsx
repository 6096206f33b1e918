import type { WebinarCard } from "@shoreline/contract";
import { endOf } from "@shoreline/domain/webinar";
import { Icon } from "../../ui/icon.tsx";
import { calendarMoment, timesOf } from "./times.ts";

/** With the id of a registration the calendar leads to its join page. */
export function KeepDate({ webinar, url, userId }: { webinar: WebinarCard; url: string; userId?: string }) {
  const times = timesOf(webinar);
  const dates = [times.startAt, endOf(times)].map(calendarMoment).join("/");
  const google = new URLSearchParams({
    action: "TEMPLATE",
    text: webinar.title,
    dates,
    details: `${webinar.subtitle} ${url}`,
    location: "Online",
  });
  const file = `/api/webinar/calendar/${encodeURIComponent(webinar._id)}`;
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <span className="text-s text-ink-2">Add to calendar</span>
      <a
        className="more"
        href={`https://calendar.google.com/calendar/render?${google}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="calendar" /> Google
      </a>
      <a className="more" href={userId ? `${file}?userId=${userId}` : file} download>
        <Icon name="download" /> Other calendars (.ics)
      </a>
    </p>
  );
}
