import type { ScheduledClass } from "@shoreline/contract";

/** A class of an hour on 16 November 2026, 9:30 AM in India; it can be joined from 9:15 AM. */
export function scheduledClass(change: Partial<ScheduledClass> = {}): ScheduledClass {
  return {
    _id: "class-1",
    number: 1,
    classDate: "2026-11-16T04:00:00.000Z",
    endsAt: "2026-11-16T05:00:00.000Z",
    opensAt: "2026-11-16T03:45:00.000Z",
    batchTime: "9-10",
    topic: "Hooks",
    trainer: { trainerName: "Arun" },
    zoomLink: "",
    recordingUrl: "",
    isCompleted: false,
    isCancelled: false,
    isAttended: false,
    ...change,
  };
}
