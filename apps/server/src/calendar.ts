import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";

type CalendarEvent = {
  /** Never changes: calendars recognise a moved event by it. */
  uid: string;
  /** Increases with every change. */
  sequence: number;
  changedAt: Date;
  startsAt: Date;
  endsAt: Date;
  title: string;
  text: string;
  url: string;
  place: string;
  isCancelled: boolean;
};

/** The alarm rings when joining becomes possible. */
const alarmSeconds = 15 * 60;

type Calendar = { name: string; institute: string; events: CalendarEvent[] };

/** Writes an iCalendar file (RFC 5545). Times are in UTC, so each reader sees them in their own time zone. */
export function drawCalendar({ name, institute, events }: Calendar): Buffer {
  const calendar = ical({
    name,
    prodId: { company: institute, product: "Calendar", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
  });
  for (const event of events)
    calendar.createEvent({
      id: event.uid,
      sequence: event.sequence,
      stamp: event.changedAt,
      lastModified: event.changedAt,
      start: event.startsAt,
      end: event.endsAt,
      summary: event.title,
      description: event.text,
      url: event.url,
      location: event.place,
      status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: event.isCancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
      alarms: event.isCancelled ? [] : [{ type: ICalAlarmType.display, trigger: alarmSeconds }],
    });
  return Buffer.from(calendar.toString());
}
