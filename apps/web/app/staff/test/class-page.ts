import type { ClassPage, RollEntry } from "@shoreline/contract";

export function rollEntry(learnerId: string, given: Partial<RollEntry> = {}): RollEntry {
  return {
    ...{ learnerId, name: `Learner ${learnerId}`, mark: null, source: null, joinedAt: null, minutes: null },
    ...{ attended: 13, held: 15, isOnHold: false },
    ...given,
  };
}

/** A class that began ten minutes ago, taught by who asks. */
export function classPage(given: Partial<ClassPage> = {}): ClassPage {
  const roll = given.roll ?? [rollEntry("a"), rollEntry("b")];
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  return {
    ...{
      classId: "c16",
      course: "React.js",
      batch: "weekdays",
      number: 16,
      classes: 20,
      topic: "Effects",
      topicHeld: "",
    },
    ...{ startsAt: at(-10), endsAt: at(50), now: at(0), trainer: "Joel Antony", isYours: true, isCancelled: false },
    ...{ finishedAt: null, learners: roll.length, room: "", meetingUrl: "https://meet.example/1", recordingUrl: "" },
    ...{
      mayTeach: true,
      attendancePercent: 75,
      roll,
      nextTopic: "Refs",
      topics: ["Effects", "Refs"],
      materials: [],
      homework: [],
      notes: [],
    },
    ...given,
  };
}
