import type { Employer } from "@shoreline/domain/gstin";
import { read, readToken, remove, write } from "../../lib/session.ts";

const key = "enrolling";
// As long as a code and its ticket are good for.
const validMs = 30 * 60_000;

/** Who has to sign in before the payment wants to go on afterwards. A mere link to the course must not start one. */
export function keepIntent(courseId: string, employer: Employer): void {
  write("sessionStorage", key, JSON.stringify([courseId, Date.now(), employer]));
}

/** Once, for a learner who has signed in since to buy this course: the employer who pays, if any. Otherwise null. */
export function takeIntent(courseId: string): Employer | null {
  const kept = read("sessionStorage", key);
  if (!kept || !readToken()) return null;
  remove("sessionStorage", key);
  const [wanted, at, employer] = JSON.parse(kept) as [string, number, Employer];
  return wanted === courseId && Date.now() - at < validMs ? employer : null;
}
