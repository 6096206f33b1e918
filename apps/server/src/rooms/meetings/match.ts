import type { MeetingVisit } from "../../ports.ts";

export type BatchLearner = { learnerId: string; email: string; name: string };

/** Finds who of the batch was there: by our id, else by e-mail address, else by a name that only one of them has. */
export function findVisitor(visit: MeetingVisit, learners: BatchLearner[]): string | null {
  const byId = learners.find(({ learnerId }) => learnerId === visit.personId);
  if (byId) return byId.learnerId;
  const email = visit.email?.toLowerCase();
  const byEmail = email ? learners.filter((one) => one.email.toLowerCase() === email) : [];
  const byName = learners.filter((one) => plain(one.name) === plain(visit.name));
  const [found, ...others] = byEmail.length > 0 ? byEmail : byName;
  return found && others.length === 0 ? found.learnerId : null;
}

function plain(name: string): string {
  return name.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
}
