import type { OwnHomework, OwnWork } from "@shoreline/contract";
import type { WorkState } from "@shoreline/domain/class-homework";
import { formatDate } from "../../lib/format.ts";

const stateTexts: Record<WorkState, string> = {
  open: "To do",
  "handed in": "Handed in",
  "given back": "Given back",
  done: "Done",
};

/** What was set before the learner came can be done, but nobody asks for it. */
export function stateText({ state, isRequired }: Pick<OwnHomework, "state" | "isRequired">): string {
  return state === "open" && !isRequired ? "Not required" : stateTexts[state];
}

/** Of the tag beside it; the plain one for what is still to do. */
export const stateLooks = {
  open: {},
  "handed in": { look: "sea" },
  "given back": { look: "coral" },
  done: { look: "green" },
} as const;

export const whyNotTexts: Record<NonNullable<OwnWork["whyNot"]>, string> = {
  graded: "Your trainer has graded this homework.",
  late: "The due date is over, and this homework cannot be handed in late.",
  "too many versions": "You have handed in 20 versions. Please ask your trainer.",
};

/** Due 20 Nov 2026, or No due date */
export function dueText({ dueOn }: Pick<OwnHomework, "dueOn">): string {
  return dueOn ? `Due ${formatDate(dueOn)}` : "No due date";
}

/** Given back, overdue, to do by due date, and then what waits for nobody, which stays as it was. */
export function sortHomework(homework: OwnHomework[]): OwnHomework[] {
  const rankOf = ({ state, isRequired, isOverdue }: OwnHomework) =>
    state === "given back" ? 0 : isOverdue ? 1 : state === "open" && isRequired ? 2 : 3;
  const dueOf = ({ dueOn }: OwnHomework) => dueOn ?? "9999";
  return [...homework].sort(
    (one, other) => rankOf(one) - rankOf(other) || (rankOf(one) < 3 ? dueOf(one).localeCompare(dueOf(other)) : 0),
  );
}

/** 9 of 10 points; empty without points. */
export function pointsText({ points, mostPoints }: { points: number | null; mostPoints: number }): string {
  return points === null ? "" : `${points} of ${mostPoints} points`;
}

export function homeworkPath({ courseId, homeworkId }: { courseId: string; homeworkId: string }): string {
  return `/dashboard/learn/${encodeURIComponent(courseId)}/homework/${homeworkId}`;
}
