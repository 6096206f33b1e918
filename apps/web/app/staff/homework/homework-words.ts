import type { HomeworkPage, LearnerWork, SetHomework } from "@shoreline/contract";
import type { WorkState } from "@shoreline/domain/class-homework";
import { formatDate } from "../../lib/format.ts";
import type { Shape } from "../status-mark.tsx";

export const stateMarks: Record<WorkState, { shape: Shape; text: string }> = {
  open: { shape: "begun", text: "Not handed in" },
  "handed in": { shape: "act", text: "To grade" },
  "given back": { shape: "half", text: "Given back" },
  done: { shape: "done", text: "Done" },
};

/** React.js, weekdays, class 16 */
export function placeText({ course, batch, class: about }: Pick<SetHomework, "course" | "batch" | "class">): string {
  return `${course}, ${batch}${about ? `, class ${about.number}` : ""}`;
}

export function dueText(dueOn: string | null): string {
  return dueOn ? formatDate(dueOn) : "No due date";
}

const urgency: WorkState[] = ["handed in", "given back", "open", "done"];

/** Who waits for a grading first. The order by name stays among those in the same state. */
export function mostUrgentFirst(work: LearnerWork[]): LearnerWork[] {
  return work.toSorted((one, other) => urgency.indexOf(one.state) - urgency.indexOf(other.state));
}

/** Who comes after this learner; those who wait for a grading first, from here to the end and round to the beginning. */
export function nextToGrade(work: LearnerWork[], learnerId: string): LearnerWork | undefined {
  const at = work.findIndex((one) => one.learnerId === learnerId);
  return [...work.slice(at + 1), ...work.slice(0, Math.max(at, 0))].find(({ state }) => state === "handed in");
}

/** What goes with the homework when it is removed. */
export function lossText({ handedIn }: Pick<HomeworkPage, "handedIn">): string {
  if (handedIn === 0) return "Nobody has handed in anything yet. Learners do not find it any more.";
  const who = handedIn === 1 ? "What 1 learner has" : `What ${handedIn} learners have`;
  return `${who} handed in is removed with it, with every grading. It does not count for certificates any more.`;
}
