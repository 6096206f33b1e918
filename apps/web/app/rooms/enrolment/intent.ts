import { ticketLifetimeMs } from "@shoreline/domain/account";
import type { Employer } from "@shoreline/domain/gstin";
import { readToken } from "../../lib/session.ts";
import { read, remove, write } from "../../lib/storage.ts";

const key = "enrolling";

type Intent = { employer: Employer; couponCode: string };

/** Who has to sign in before the payment wants to go on afterwards. A mere link to the course must not start one. */
export function keepIntent(courseId: string, { employer, couponCode }: Intent): void {
  write("sessionStorage", key, JSON.stringify([courseId, Date.now(), employer, couponCode]));
}

/** Once, for a learner who has signed in since to buy this course. The fields of the employer are empty without one. */
export function takeIntent(courseId: string): Intent | null {
  const kept = read("sessionStorage", key);
  if (!kept || !readToken()) return null;
  remove("sessionStorage", key);
  const [wanted, at, employer, couponCode = ""] = JSON.parse(kept) as [string, number, Employer, string?];
  return wanted === courseId && Date.now() - at < ticketLifetimeMs ? { employer, couponCode } : null;
}
