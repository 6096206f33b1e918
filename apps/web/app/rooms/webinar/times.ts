import type { WebinarCard } from "@shoreline/contract";
import type { WebinarTimes } from "@shoreline/domain/webinar";

export function timesOf({ startAt, duration, isComplete }: WebinarCard): WebinarTimes {
  return { startAt: new Date(startAt), minutes: duration, isComplete };
}

export function webinarPath({ _id }: Pick<WebinarCard, "_id">): string {
  return `/webinar/${encodeURIComponent(_id)}`;
}
