import type { WebinarCard } from "@shoreline/contract";
import type { WebinarTimes } from "@shoreline/domain/webinar";

export function timesOf({ startAt, duration, isComplete }: WebinarCard): WebinarTimes {
  return { startAt: new Date(startAt), minutes: duration, isComplete };
}

export function webinarPath({ _id }: Pick<WebinarCard, "_id">): string {
  return `/webinar/${encodeURIComponent(_id)}`;
}

/** 20261115T130000Z, as calendars write moments. */
export function calendarMoment(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, "");
}

/** How it looks when it is shared; a webinar without a drawing of ours looks like all of them. */
export function sharePicture({ bannerImage }: Pick<WebinarCard, "bannerImage">): string {
  const [, name] = /^\/pictures\/webinars\/([\w.-]+)\.svg$/.exec(bannerImage) ?? [];
  return name ? `webinar-${name}` : "webinarview";
}
