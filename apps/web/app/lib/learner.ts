import { createClient } from "@shoreline/contract/client";
import { leaveFor, readToken } from "./session.ts";

/** For what a learner does: with the token of this browser, whatever it is at that moment. */
export const learnerClient = createClient((path, init) => ask(path, init, readToken()));

/** With a token that this browser no longer has. */
export function clientWithToken(token: string | null) {
  return createClient((path, init) => ask(path, init, token));
}

async function ask(path: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token) headers.set("authorization", `Bearer ${token}`);
  const response = await fetch(path, { ...init, headers });
  if (response.status === 401 && token && token === readToken()) await endDeadSession(response.clone());
  return response;
}

/** A session may end in the middle of a screen: elsewhere, or because nobody came for a month. */
async function endDeadSession(response: Response): Promise<void> {
  const { code, error } = await response.json().catch(() => ({}));
  if (code === "NOT_SIGNED_IN") leaveFor("/", error);
}
