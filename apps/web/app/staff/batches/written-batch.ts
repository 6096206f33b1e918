import type { Api, BatchDetail, BatchForm, Draft, Input, NamedCourse } from "@shoreline/contract";
import { addDays } from "@shoreline/domain/batch";
import { type BatchType, batchTypes } from "@shoreline/domain/course";
import { isSoldTruly, kindOf, type WeeklySlot, whyNotPattern } from "@shoreline/domain/weekly";

/** What the form holds. The kind follows the pattern until somebody chooses another, and is empty where no hour fits. */
export type WrittenBatch = {
  course: NamedCourse | null;
  name: string;
  from: string;
  pattern: WeeklySlot[];
  kind: { batchTime: string; batchType: BatchType } | null;
  trainerId: string;
  roomId: string;
  meetingUrl: string;
  makesMeetings: boolean;
  seats: string;
  joinUntil: string;
};

/** From tomorrow: the time of a class of today may have passed. */
export function newBatch({ course, today }: BatchForm): WrittenBatch {
  return {
    ...{ course, name: "", from: addDays(today, 1), kind: null, trainerId: "", roomId: "", meetingUrl: "" },
    pattern: [1, 3, 5].map((weekday) => ({ weekday, from: "18:30", classes: 1 })),
    ...{ makesMeetings: false, seats: "", joinUntil: "" },
  };
}

type Stored = Omit<Draft["content"], "batchType" | "from"> & { batchType: string; from: string | null };

export function fromDraft({ course, content }: { course: NamedCourse; content: Stored }): WrittenBatch {
  const batchType = batchTypes.find((type) => type === content.batchType) ?? "week-days";
  return {
    ...{ course, name: content.name, from: content.from ?? "", pattern: content.pattern },
    kind: content.batchTime ? { batchTime: content.batchTime, batchType } : null,
    ...{ trainerId: content.trainerId ?? "", roomId: content.roomId ?? "", meetingUrl: content.meetingUrl },
    ...{ makesMeetings: content.makesMeetings, seats: content.seats === null ? "" : String(content.seats) },
    joinUntil: content.joinUntil ?? "",
  };
}

export function fromBatch(batch: BatchDetail, from: string): WrittenBatch {
  const course = { courseId: batch.courseId, name: batch.courseName };
  return fromDraft({ course, content: { ...batch, name: batch.ownName, from } });
}

/** Without a batch time: no hour that buyers know fits, so somebody has to choose. */
export function kindIn({ kind, pattern }: WrittenBatch, batchTimes: string[]) {
  if (kind) return kind;
  const nearest = kindOf(pattern, batchTimes);
  return isSoldTruly(pattern, nearest) ? nearest : { ...nearest, batchTime: "" };
}

/** Names, who, where and for how many: what every call takes. Text that is no number is refused by the server with its field. */
export function placeOf(written: WrittenBatch) {
  const { name, trainerId, roomId, meetingUrl, makesMeetings, seats, joinUntil } = written;
  return {
    ...{ name, trainerId: trainerId || null, roomId: roomId || null, meetingUrl, makesMeetings },
    seats: seats.trim() === "" ? null : Number(seats),
    joinUntil: joinUntil || null,
  };
}

export function toForm(written: WrittenBatch, batchTimes: string[]) {
  const { course, from, pattern } = written;
  return { courseId: course?.courseId ?? "", from, pattern, ...kindIn(written, batchTimes), ...placeOf(written) };
}

type Preview = Input<Api["planning"]["preview"]>;

/** Null while there is not enough to plan with. Seats, names and the kind do not matter to the plan. */
export function toPreview(written: WrittenBatch, batchTimes: string[], batchId?: string): Preview | null {
  if (!written.from || !written.course || whyNotPattern(written.pattern)) return null;
  const seats = Number(written.seats);
  return {
    ...toForm(written, batchTimes),
    ...(written.kind ?? kindOf(written.pattern, batchTimes)),
    ...{ name: "", meetingUrl: "", joinUntil: null, seats: seats >= 1 && Number.isInteger(seats) ? seats : null },
    ...(batchId ? { batchId } : {}),
  };
}
