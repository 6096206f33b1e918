import { ApiError, createClient } from "@shoreline/contract/client";
import { staffRoutes } from "@shoreline/contract/staff-routes";
import { QueryClient } from "@tanstack/react-query";
import { requestProof } from "./proof-request.ts";

/** The session is a cookie. A call that needs a fresh proof asks for it and is repeated, so callers only see it take longer. */
export const {
  staff: staffClient,
  inbox: inboxClient,
  meetings: meetingsClient,
  registrants: registrantClient,
  report: reportClient,
  connection: connectionClient,
  coupon: couponClient,
  books: booksClient,
  plan: planClient,
  desk: deskClient,
  refund: refundClient,
  sale: saleClient,
  transfer: transferClient,
  award: awardClient,
  planning: planningClient,
  timetable: timetableClient,
  teaching: teachingClient,
  library: libraryClient,
  grading: gradingClient,
  answering: answeringClient,
  standing: standingClient,
  seating: seatingClient,
} = createClient(ask, staffRoutes);

let tellSignedOut = () => {};

/** What happens when the session has ended, until the returned function is called. */
export function onSignedOut(listener: () => void): () => void {
  tellSignedOut = listener;
  return () => {
    if (tellSignedOut === listener) tellSignedOut = () => {};
  };
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const send = () => fetch(path, { ...init, credentials: "same-origin" });
  let response = await send();
  if ((await codeOf(response)) === "FRESH_PROOF_NEEDED" && (await requestProof())) response = await send();
  if ((await codeOf(response)) === "STAFF_ONLY") tellSignedOut();
  return response;
}

async function codeOf(response: Response): Promise<string | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const body = await response
    .clone()
    .json()
    .catch(() => ({}));
  return body.code;
}

const minute = 60_000;

/** One for each visit of the console: nothing of one person is shown to the next. */
export function createStaffQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal is an answer: asking again would not change it.
        retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status < 500),
        staleTime: minute / 2,
      },
    },
  });
}

export function isRefused(error: unknown, code: ApiError["code"]): boolean {
  return error instanceof ApiError && error.code === code;
}
