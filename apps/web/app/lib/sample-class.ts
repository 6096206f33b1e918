import type { CoursePage, WebinarCard } from "@shoreline/contract";
import { formatDay } from "./format.ts";

type Asked = {
  sample: CoursePage["sample"];
  webinars: WebinarCard[];
  now: Date;
  timeZone: string;
};

/** The link to the class that anybody may try. Null unless it is recorded, or a free webinar that has not begun. */
export function sampleLink({ sample, webinars, now, timeZone }: Asked): { text: string; to: string } | null {
  if (!sample) return null;
  const watch = (to: string) => ({ text: `Watch a free class: ${sample.title}`, to });
  if ("recording" in sample) return watch(sample.recording);
  const webinar = webinars.find(({ _id }) => _id === sample.webinar);
  if (!webinar?.isFree) return null;
  if (webinar.recordingUrl) return watch(webinar.recordingUrl);
  if (webinar.isComplete || new Date(webinar.startAt) < now) return null;
  const day = formatDay(webinar.startAt, { timeZone });
  return { text: `Join a free class on ${day}: ${sample.title}`, to: `/webinar/${encodeURIComponent(webinar._id)}` };
}
