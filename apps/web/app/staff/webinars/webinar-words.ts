import type { StaffRegistrant, StaffWebinar } from "@shoreline/contract";
import type { Attendance } from "@shoreline/domain/webinar";
import type { Shape } from "../status-mark.tsx";

type Mark = { shape: Shape; text: string };

export const webinarStates: Record<StaffWebinar["state"], Mark> = {
  upcoming: { shape: "begun", text: "Upcoming" },
  live: { shape: "going", text: "Live" },
  over: { shape: "past", text: "Over" },
};

export const attendanceTexts: Record<Attendance, string> = {
  attended: "Attended",
  missed: "Missed",
  unknown: "Not known",
};

const attendanceShapes: Record<Attendance, Shape> = { attended: "done", missed: "off", unknown: "begun" };

export function attendanceMark({ attendance, isConfirmed }: StaffRegistrant): Mark {
  if (attendance === "unknown" && !isConfirmed) return { shape: "begun", text: "Not confirmed" };
  return { shape: attendanceShapes[attendance], text: attendanceTexts[attendance] };
}

/** What staff say: was there, was not, or null to take that back. */
export type Said = boolean | null;

/** A webinar that is over needs no link any more. */
export function isLinkMissing({ hasLink, state }: StaffWebinar): boolean {
  return !hasLink && state !== "over";
}

const marked = { true: "marked as attended", false: "marked as missed", null: "without a mark again" };

/** What became of the people who were to be marked. */
export function markedText(changed: number, { asked, attended }: { asked: number; attended: Said }): string {
  const why = "already so, or the seat is not confirmed.";
  if (changed === 0) return `Nothing has changed: ${why}`;
  const text = `${peopleText(changed)} ${marked[`${attended}`]}.`;
  return changed < asked ? `${text} ${peopleText(asked - changed)} unchanged: ${why}` : text;
}

/** 1 person, 42 people */
export function peopleText(count: number): string {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-IN")} people`;
}
