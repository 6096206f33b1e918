import { returnPath } from "@shoreline/domain/account";
import { read, remove, write } from "../../lib/session.ts";

/** A sign-in under way. It lives as long as the tab, so that a reload loses nothing. */
export type Pending = {
  countryCode: string;
  /** Two letters: +1 is the code of many. */
  country?: string;
  mobileNumber: string;
  /** When the last code was sent, by the clock of this browser. */
  sentAt: number;
  ticket?: string;
};

const pendingKey = "signIn";
const draftKey = "registration";
const nextKey = "afterSignIn";

export function readPending(): Pending | null {
  return parse<Pending>(read("sessionStorage", pendingKey));
}

export function keepPending(pending: Pending): void {
  write("sessionStorage", pendingKey, JSON.stringify(pending));
}

/** Only what was typed for this number: the next person at this computer is another. */
export function readDraft<T>(mobileNumber: string): Partial<T> {
  const kept = parse<{ mobileNumber: string; draft: Partial<T> }>(read("sessionStorage", draftKey));
  return kept?.mobileNumber === mobileNumber ? kept.draft : {};
}

export function keepDraft(mobileNumber: string, draft: object): void {
  write("sessionStorage", draftKey, JSON.stringify({ mobileNumber, draft }));
}

/** Where to go when the sign-in is done: the course that was to be bought, a page of the portal, or My Courses. */
export function rememberNext(query: URLSearchParams): void {
  const next = returnPath(query.get("next")) ?? coursePlace(query);
  if (next) write("sessionStorage", nextKey, next);
}

function coursePlace(query: URLSearchParams): string | null {
  const courseId = query.get("courseId");
  if (!courseId) return null;
  const batch = new URLSearchParams();
  for (const name of ["batchTime", "batchType"]) if (query.get(name)) batch.set(name, query.get(name) ?? "");
  return returnPath(`/onlinecourses/viewdetails/${encodeURIComponent(courseId)}?${batch}`);
}

/** Read once: the next sign-in begins anew. */
export function takeNext(): string {
  const next = returnPath(read("sessionStorage", nextKey));
  for (const key of [nextKey, pendingKey, draftKey]) remove("sessionStorage", key);
  return next ?? "/dashboard/mycourses";
}

function parse<T>(text: string | null): T | null {
  try {
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}
