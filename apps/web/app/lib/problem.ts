import { ApiError } from "@shoreline/contract/client";
import { isRouteErrorResponse } from "react-router";

/** What to say of a call that failed. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : "The server did not answer. Please try again.";
}

export type Problem = { text?: string; requestId?: string };

/** The server puts the id of the request in this mark's place, on error pages only. */
export const requestIdMark = "request-id-of-this-page";

/** `isAway`: no answer of ours came, so nothing was written down, and trying again is all there is to do. */
export type PageProblem = { isMissing: boolean; isAway: boolean; requestId: string | null };

let isAlive = false;

/** From here on a problem is one of going from page to page: the page from the server has been taken over. */
export function markAlive(): void {
  isAlive = true;
}

export function hasTakenOver(): boolean {
  return isAlive;
}

/** What went wrong on the way to this page, as far as the visitor needs it. */
export function pageProblem(error: unknown): PageProblem {
  const isAnswer = isRouteErrorResponse(error);
  const { requestId = null } = ((isAnswer && error.data) || {}) as Problem;
  const isMissing = isAnswer && error.status === 404;
  if (!isAlive) return { isMissing, isAway: false, requestId: requestId ?? requestIdMark };
  const isOurs = isMissing || requestId !== null || (error instanceof Error && !(error instanceof TypeError));
  return { isMissing, isAway: !isOurs, requestId };
}
