import { isRecordingLink } from "@shoreline/domain/meeting";
import { endsAt, isCompleted, joinWindowState, opensAt } from "@shoreline/domain/schedule";
import type { ClassRow } from "./queries.ts";

/** A cancelled class is shown until its time has passed. */
export function isShown(liveClass: ClassRow, now: Date): boolean {
  return liveClass.cancelledAt === null || endsAt(liveClass) > now;
}

/** Who is on hold gets no link. */
export function toWire(liveClass: ClassRow, now: Date, { isOnHold }: { isOnHold: boolean }) {
  const { id, number, startsAt, topic, trainerName, meetingUrl, recordingUrl, cancelledAt } = liveClass;
  const isCancelled = cancelledAt !== null;
  const joinState = joinWindowState(liveClass, now);
  return {
    _id: id,
    number,
    classDate: startsAt.toISOString(),
    endsAt: endsAt(liveClass).toISOString(),
    opensAt: opensAt(liveClass).toISOString(),
    topic,
    trainer: { trainerName },
    zoomLink: !isCancelled && !isOnHold && joinState === "open" ? meetingUrl : "",
    recordingUrl: !isCancelled && joinState === "over" && isRecordingLink(recordingUrl) ? recordingUrl : "",
    isCompleted: !isCancelled && isCompleted({ startsAt, now }),
    isCancelled,
  };
}
