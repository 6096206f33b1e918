/** Homework: when it can be handed in, what counts as late, and the points of a rubric. */

import type { Day } from "./batch.ts";

/** Open: nothing was handed in yet. Given back: the trainer asks for another version. */
export const workStates = ["open", "handed in", "given back", "done"] as const;
export type WorkState = (typeof workStates)[number];

/** One line of a rubric, with the most points that it gives. */
export type RubricLine = { text: string; points: number };

export const mostVersions = 20;
export const mostRubricLines = 12;
export const mostPointsOfLine = 100;
export const mostFiles = 10;
export const mostFileBytes = 200 * 1024 * 1024;
/** What one learner may upload within a day. */
export const mostADay = { files: 60, bytes: 2 * 1024 ** 3 };

type Deadline = { dueOn: Day | null; today: Day; state: WorkState };

/** Who was asked for another version has no deadline any more. */
export function isLate({ dueOn, today, state }: Deadline): boolean {
  return dueOn !== null && today > dueOn && state !== "given back";
}

export type WhyNoHandIn = "graded" | "late" | "too many versions";

/** Why a learner cannot hand in a version; null: it is possible. */
export function whyNoHandIn(work: Deadline & { allowsLate: boolean; versions: number }): WhyNoHandIn | null {
  if (work.state === "done") return "graded";
  if (!work.allowsLate && isLate(work)) return "late";
  // Who is asked again can always answer.
  return work.versions >= mostVersions && work.state !== "given back" ? "too many versions" : null;
}

export function mostPoints(rubric: RubricLine[]): number {
  return rubric.reduce((sum, { points }) => sum + points, 0);
}

/** The points of each line; null where they do not fit the rubric, such as after somebody has changed it. */
export function sumPoints(rubric: RubricLine[], given: number[]): number | null {
  if (given.length !== rubric.length) return null;
  const fits = given.every((points, at) => points >= 0 && points <= (rubric[at]?.points ?? 0));
  return fits ? given.reduce((sum, points) => sum + points, 0) : null;
}
