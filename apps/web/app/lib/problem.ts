import { isRouteErrorResponse } from "react-router";

export type Problem = { text?: string; requestId?: string };

/** The server puts the id of the request in this mark's place, on error pages only. */
export const requestIdMark = "request-id-of-this-page";

export type PageProblem = { isMissing: boolean; requestId: string };

/** What went wrong on the way to this page, as far as the visitor needs it. */
export function pageProblem(error: unknown): PageProblem {
  if (!isRouteErrorResponse(error)) return { isMissing: false, requestId: requestIdMark };
  const { requestId } = (error.data ?? {}) as Problem;
  return { isMissing: error.status === 404, requestId: requestId ?? requestIdMark };
}
