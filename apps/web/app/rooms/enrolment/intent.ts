import { read, readToken, remove, write } from "../../lib/session.ts";

const key = "enrolling";
// As long as a code and its ticket are good for.
const validMs = 30 * 60_000;

/** Who has to sign in before the payment wants to go on afterwards. A mere link to the course must not start one. */
export function keepIntent(courseId: string): void {
  write("sessionStorage", key, JSON.stringify([courseId, Date.now()]));
}

/** True once, for a learner who has signed in since to buy this course. */
export function takeIntent(courseId: string): boolean {
  const kept = read("sessionStorage", key);
  if (!kept || !readToken()) return false;
  remove("sessionStorage", key);
  const [wanted, at] = JSON.parse(kept) as [string, number];
  return wanted === courseId && Date.now() - at < validMs;
}
