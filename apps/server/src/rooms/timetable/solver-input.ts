import type { TeachingHours, WeeklySlot } from "@shoreline/domain/weekly";
import type { PatternWish } from "@shoreline/domain/weekly-plan";

/** What the solver is asked. Plain data: it goes to a thread. */
export type SolverInput = {
  drafts: SolverDraft[];
  trainers: SolverTrainer[];
  rooms: { id: string; name: string; seats: number | null }[];
  /** Classes that are planned already, in the institute's time. */
  busy: { trainerId: string | null; roomId: string | null; day: string; from: number; to: number }[];
  /** Days without classes. */
  holidays: string[];
  secondsLimit: number;
};

export type SolverDraft = PatternWish & {
  id: string;
  name: string;
  /** The name of the course, and its public id. */
  course: string;
  courseId: string;
  hours: number;
  from: string;
  seats: number | null;
  wantsRoom: boolean;
  /** What the draft says already; it is kept if possible. */
  pattern: WeeklySlot[];
  trainerId: string | null;
  roomId: string | null;
};

export type SolverTrainer = {
  id: string;
  name: string;
  /** Empty: at any time. */
  hours: TeachingHours[];
  /** Empty: all courses. */
  courseIds: string[];
  hoursAWeek: number | null;
};

export type SolverLine = {
  draftId: string;
  plan: {
    pattern: WeeklySlot[];
    until: string;
    trainerId: string;
    roomId: string | null;
    isAsWished: boolean;
  } | null;
  /** Why it has no place. */
  why: string;
};

export type SolverResult = {
  lines: SolverLine[];
  /** Why nothing was found at all; empty otherwise. */
  failure: string;
  variables: number;
};
