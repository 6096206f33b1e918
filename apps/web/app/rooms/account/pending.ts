import { returnPath } from "@shoreline/domain/account";
import { read, remove, write } from "../../lib/storage.ts";

/** A sign-in in progress. It is stored for the tab, so that a reload loses nothing. */
export type Pending = {
  countryCode: string;
  /** Two letters, because several countries share +1. */
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

/** Only the draft of this number: the next person at this computer must not see it. */
export function readDraft<T>(mobileNumber: string): Partial<T> {
  const kept = parse<{ mobileNumber: string; draft: Partial<T> }>(read("sessionStorage", draftKey));
  return kept?.mobileNumber === mobileNumber ? kept.draft : {};
}

export function keepDraft(mobileNumber: string, draft: object): void {
  write("sessionStorage", draftKey, JSON.stringify({ mobileNumber, draft }));
}

/** Where to go after the sign-in: the course to buy, a page of the portal, or My Courses. */
export function rememberNext(query: URLSearchParams): void {
  const next = returnPath(query.get("next")) ?? coursePlace(query);
  if (next) write("sessionStorage", nextKey, next);
  // The page of an earlier visit that never signed in; one who only changes the number keeps it.
  else if (!readPending()) remove("sessionStorage", nextKey);
}

function coursePlace(query: URLSearchParams): string | null {
  const courseId = query.get("courseId");
  if (!courseId) return null;
  const batch = new URLSearchParams();
  for (const name of ["batchTime", "batchType"]) if (query.get(name)) batch.set(name, query.get(name) ?? "");
  return returnPath(`/onlinecourses/viewdetails/${encodeURIComponent(courseId)}?${batch}#enrol`);
}

/** Can be read once: the next sign-in starts without it. */
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
