import type { WebinarCard, WebinarPage } from "@shoreline/contract";
import { paiseToRupees } from "@shoreline/domain/course";
import type { WebinarTimes } from "@shoreline/domain/webinar";
import type { WebinarRow } from "./queries.ts";

export function timesOf({ startAt, durationInMinutes, isComplete }: WebinarRow): WebinarTimes {
  return { startAt, minutes: durationInMinutes, isComplete };
}

export function toWebinarCard(row: WebinarRow): WebinarCard {
  return {
    _id: row.slug,
    title: row.title,
    subtitle: row.subtitle,
    bannerImage: row.bannerImage,
    course: row.course,
    startAt: row.startAt.toISOString(),
    duration: row.durationInMinutes,
    isFree: row.priceInPaise === 0,
    isComplete: row.isComplete,
    price: paiseToRupees(row.priceInPaise),
    mentorName: row.mentor.mentorName,
    recordingUrl: row.recordingUrl,
  };
}

/** `taken` seats are added to the base count of enrolled people. */
export function toWebinarPage(row: WebinarRow, { taken }: { taken: number } = { taken: 0 }): WebinarPage {
  return {
    ...toWebinarCard(row),
    topics: row.topics,
    mentor: row.mentor,
    seats: row.seats,
    enrolledCount: row.enrolledBase + taken,
  };
}
