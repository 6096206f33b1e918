/** How far learners of a batch are, and who of them falls behind. */

import type { Missing } from "./certificate.ts";

/** When somebody falls behind. Each line is a limit of its own; null: it is off. */
export type BehindRule = {
  /** Attended less than so many percent of the classes held. */
  attendancePercent: number | null;
  /** Missed so many classes in a row, up to the last one. */
  missedInARow: number | null;
  /** Has so much homework that is overdue. */
  overdueHomework: number | null;
  /** Was not seen for so many days. */
  silentDays: number | null;
};

export const defaultBehindRule: BehindRule = {
  attendancePercent: 60,
  missedInARow: 3,
  overdueHomework: 2,
  silentDays: 14,
};

export type Standing = {
  held: number;
  attended: number;
  missedInARow: number;
  overdueHomework: number;
  /** The last time that the learner joined a class, watched a recording or handed something in; null: never. */
  lastSeenAt: Date | null;
  /** From when on the learner could be seen. */
  since: Date;
  /** The batch has ended: nobody is expected any more. */
  isOver: boolean;
};

export type Behind =
  | { kind: "attendance"; attended: number; held: number }
  | { kind: "missed"; classes: number }
  | { kind: "overdue"; homework: number }
  | { kind: "silent"; days: number };

/** Of fewer classes a share says little. */
const leastHeld = 3;
const dayMs = 86_400_000;

/** Why a learner falls behind; empty: does not. */
export function whyBehind(standing: Standing, rule: BehindRule, now: Date): Behind[] {
  const { held, attended, missedInARow: missed, overdueHomework: overdue } = standing;
  const reasons: Behind[] = [];
  if (rule.attendancePercent !== null && held >= leastHeld && attended * 100 < rule.attendancePercent * held)
    reasons.push({ kind: "attendance", attended, held });
  if (rule.missedInARow !== null && missed >= rule.missedInARow) reasons.push({ kind: "missed", classes: missed });
  if (rule.overdueHomework !== null && overdue >= rule.overdueHomework)
    reasons.push({ kind: "overdue", homework: overdue });
  const days = silentDays(standing, now);
  if (rule.silentDays !== null && !standing.isOver && days >= rule.silentDays) reasons.push({ kind: "silent", days });
  return reasons;
}

function silentDays({ lastSeenAt, since }: Standing, now: Date): number {
  const last = Math.max(lastSeenAt?.getTime() ?? 0, since.getTime());
  return Math.floor((now.getTime() - last) / dayMs);
}

/** As staff read it: "4 classes missed in a row". */
export function behindText(reason: Behind): string {
  if (reason.kind === "attendance") return `${reason.attended} of ${reason.held} classes attended`;
  if (reason.kind === "missed") return `${counted(reason.classes, "class", "classes")} missed in a row`;
  if (reason.kind === "overdue") return `${counted(reason.homework, "piece", "pieces")} of homework overdue`;
  return `not seen for ${counted(reason.days, "day", "days")}`;
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** A class that runs and that the learner has joined is attended, but not over yet. */
export function heldOf({ over, attended }: { over: number; attended: number }): number {
  return Math.max(over, attended);
}

export const certificateStates = ["issued", "revoked", "earned", "in reach", "out of reach", "not planned"] as const;
export type CertificateState = (typeof certificateStates)[number];

type Judged = {
  issued: "issued" | "revoked" | null;
  /** What is missing now, and what would be if the batch were over. */
  missing: Missing[];
  stillNeeded: Missing[];
  /** Enough classes are left. */
  isReachable: boolean;
};

export function certificateState({ issued, missing, stillNeeded, isReachable }: Judged): CertificateState {
  if (issued) return issued;
  if (stillNeeded.some(({ kind }) => kind === "no-classes")) return "not planned";
  if (missing.length === 0) return "earned";
  return isReachable ? "in reach" : "out of reach";
}
