import type { WorkState } from "@shoreline/domain/class-homework";
import { isRecordingLink } from "@shoreline/domain/meeting";
import { endsAt, isCompleted, joinWindowState, opensAt } from "@shoreline/domain/schedule";
import type { ClassExtras } from "./class-extras.ts";
import type { ClassRow } from "./queries.ts";

/** A cancelled class is shown until its time has passed. */
export function isShown(liveClass: ClassRow, now: Date): boolean {
  return liveClass.cancelledAt === null || endsAt(liveClass) > now;
}

/** Who is on hold gets no link. */
export function toWire(liveClass: ClassRow, now: Date, { isOnHold }: { isOnHold: boolean }) {
  const { startsAt, meetingUrl, cancelledAt } = liveClass;
  const { recordingUrl, ...timeless } = timelessPart(liveClass);
  const isCancelled = cancelledAt !== null;
  const joinState = joinWindowState(liveClass, now);
  return {
    ...timeless,
    zoomLink: !isCancelled && !isOnHold && joinState === "open" ? meetingUrl : "",
    recordingUrl: !isCancelled && joinState === "over" ? recordingUrl : "",
    isCompleted: !isCancelled && isCompleted({ startsAt, now }),
    isCancelled,
  };
}

export function extrasToWire({ homework, ...extras }: ClassExtras, states: ReadonlyMap<string, WorkState>) {
  const withState = homework?.map((one) => ({ ...one, state: states.get(one.homeworkId) ?? ("open" as const) }));
  return { ...extras, ...(withState && { homework: withState }) };
}

type Timeless = ReturnType<typeof withoutTime>;
const known = new WeakMap<ClassRow, Timeless>();

/** Worked out once for a class that is kept in memory: three times as text take half of the work. */
function timelessPart(liveClass: ClassRow): Timeless {
  const part = known.get(liveClass) ?? withoutTime(liveClass);
  known.set(liveClass, part);
  return part;
}

function withoutTime(liveClass: ClassRow) {
  const { id, number, startsAt, topic, topicHeld, trainerName, recordingUrl } = liveClass;
  return {
    _id: id,
    number,
    classDate: startsAt.toISOString(),
    endsAt: endsAt(liveClass).toISOString(),
    opensAt: opensAt(liveClass).toISOString(),
    topic,
    ...(topicHeld && { topicHeld }),
    trainer: { trainerName },
    recordingUrl: isRecordingLink(recordingUrl) ? recordingUrl : "",
  };
}
