import { ApiError } from "@shoreline/contract/client";
import { isRouteErrorResponse } from "react-router";

/** The message for a failed call. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : "The server did not answer. Please try again.";
}

export type Problem = { text?: string; requestId?: string; retryAfterSeconds?: number };

/** On error pages, the server replaces this placeholder with the request id. */
export const requestIdMark = "request-id-of-this-page";

/**
 * `hasty`: this address asked for too many pages at once. `busy`: everybody did, or the database is away. `away`: the server did not answer, so nothing
 * was logged and the visitor can only try again.
 */
export type PageProblem = {
  kind: "missing" | "hasty" | "busy" | "away" | "failed";
  requestId: string | null;
  retryAfterSeconds?: number | undefined;
};

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
  const problem = ((isAnswer && error.data) || {}) as Problem;
  const { requestId = hasHydrated ? null : requestIdMark, retryAfterSeconds } = problem;
  return { kind: kindOf(error, requestId), requestId, retryAfterSeconds };
}

function kindOf(error: unknown, requestId: string | null): PageProblem["kind"] {
  const status = isRouteErrorResponse(error) ? error.status : 0;
  if (status === 404) return "missing";
  if (status === 429) return "hasty";
  if (status === 503) return "busy";
  return requestId || (error instanceof Error && !(error instanceof TypeError)) ? "failed" : "away";
}
