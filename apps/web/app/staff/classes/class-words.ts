import type { Mark, PresenceSource } from "@shoreline/domain/presence";
import type { Shape } from "../status-mark.tsx";
import type { ClassState } from "./roll.ts";

export const markTexts: Record<Mark, string> = { present: "Present", late: "Late", absent: "Absent" };
export const markIcons: Record<Mark, string> = { present: "check", late: "clock", absent: "x" };

export const sourceTexts: Record<PresenceSource, string> = {
  joined: "joined online",
  meeting: "reported by the meeting",
  "roll-call": "roll-call",
  corrected: "corrected",
  carried: "carried over from another batch",
  recording: "watched the recording",
};

export const stateMarks: Record<ClassState, { shape: Shape; text: string }> = {
  cancelled: { shape: "off", text: "Cancelled" },
  finished: { shape: "done", text: "Finished" },
  coming: { shape: "begun", text: "To come" },
  open: { shape: "half", text: "Begins soon" },
  running: { shape: "going", text: "Running" },
  over: { shape: "act", text: "Not finished" },
};

export const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** 3 marks are kept on this phone */
export function keptText(count: number): string {
  return count === 1 ? "1 mark is kept on this phone" : `${count} marks are kept on this phone`;
}
