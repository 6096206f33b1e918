import type { StaffToday, TodayEntries, TodayEntry, TodaysClass } from "@shoreline/contract";

/** A day on which nothing waits, but for what is given. */
export function sampleToday(given: Partial<StaffToday> = {}): StaffToday {
  const none = { count: 0, isMore: false, leads: [] };
  return {
    now: "2026-11-16T04:10:00.000Z",
    calls: none,
    enquiries: none,
    classes: [],
    areMoreClasses: false,
    payments: sampleEntries(),
    failed: { ...sampleEntries(), kinds: { message: 0, notification: 0, job: 0, enquiry: 0 } },
    expiring: sampleEntries(),
    discounts: null,
    questions: null,
    homework: null,
    requests: null,
    ...given,
  };
}

export function sampleEntries(...entries: TodayEntry[]): TodayEntries {
  return { count: entries.length, isMore: false, entries };
}

export function sampleEntry(kind: TodayEntry["kind"], given: Partial<TodayEntry> = {}): TodayEntry {
  return { entryId: `${kind} 1`, kind, text: "", number: null, reason: null, at: "2026-11-16T03:00:00.000Z", ...given };
}

export function sampleClass(classId: string, given: Partial<TodaysClass> = {}): TodaysClass {
  return {
    classId,
    course: "React.js",
    number: 10,
    topic: "State",
    startsAt: "2026-11-16T06:00:00.000Z",
    endsAt: "2026-11-16T07:00:00.000Z",
    trainer: "Joel Antony",
    hasLink: true,
    linkProblem: null,
    learners: 15,
    isYours: false,
    ...given,
  };
}
