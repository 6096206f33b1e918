import { ApiError } from "@shoreline/contract/client";
import { isRouteErrorResponse } from "react-router";

/** An error of this browser whose message is meant for people. */
export class BrowserError extends Error {}

/** The message for a failed call. */
export function errorText(error: unknown): string {
  const isText = error instanceof ApiError || error instanceof BrowserError;
  return isText ? error.message : "The server did not answer. Please try again.";
}

export type Problem = { text?: string; requestId?: string };

/** On error pages, the server replaces this placeholder with the request id. */
export const requestIdMark = "request-id-of-this-page";

/** `isAway`: the server did not answer, so nothing was logged and the visitor can only try again. */
export type PageProblem = { isMissing: boolean; isAway: boolean; requestId: string | null };

let hasHydrated = false;

/** Called after hydration: later problems belong to navigation, not to the first page. */
export function markHydrated(): void {
  hasHydrated = true;
}

export function isHydrated(): boolean {
  return hasHydrated;
}

/** What went wrong while this page was loaded, as far as the visitor needs to know. */
export function pageProblem(error: unknown): PageProblem {
  const isAnswer = isRouteErrorResponse(error);
  const { requestId = null } = ((isAnswer && error.data) || {}) as Problem;
  const isMissing = isAnswer && error.status === 404;
  if (!hasHydrated) return { isMissing, isAway: false, requestId: requestId ?? requestIdMark };
  const isOurs = isMissing || requestId !== null || (error instanceof Error && !(error instanceof TypeError));
  return { isMissing, isAway: !isOurs, requestId };
}
