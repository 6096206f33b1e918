import { createClient } from "@shoreline/contract/client";
import { routes } from "@shoreline/contract/routes";
import { tokenHeader } from "@shoreline/domain/account";
import { withFirstVisit } from "./first-visit.ts";
import { endSession, latestToken, readToken, renewToken } from "./session.ts";

/** Asks with the current token of this browser. */
export function askAsLearner(path: string, init: RequestInit): Promise<Response> {
  return ask(path, init, readToken());
}

/** Calls the API with the current token of this browser. */
export const learnerClient = createClient(askAsLearner, routes);

/** For forms that visitors may send too. */
export const formClient = createClient((path, init) => ask(path, withFirstVisit(init), readToken()), routes);

/** Calls the API with a token that this browser may no longer have. */
export function clientWithToken(token: string | null) {
  return createClient((path, init) => ask(path, init, latestToken(token)), routes);
}

async function ask(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set("authorization", `Bearer ${token}`);
  const response = await fetch(path, { ...init, headers });
  const next = response.headers.get(tokenHeader);
  if (next && token) renewToken({ from: token, to: next });
  if (response.status === 401 && token && token === readToken()) await endDeadSession(response.clone());
  return response;
}

/** A session may end while a screen is open: by a sign-out elsewhere, or after a month without use. */
async function endDeadSession(response: Response): Promise<void> {
  const { code, error } = await response.json().catch(() => ({}));
  if (code === "NOT_SIGNED_IN") endSession("/", error);
}
