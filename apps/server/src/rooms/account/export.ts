import type { SignedInCtx } from "../../context.ts";
import { exportPerson } from "../../person/export.ts";
import { type PersonalPlace, toWho } from "../../person/who.ts";
import { toProfile } from "./profile.ts";
import { numberOf } from "./queries.ts";

/** Everything that we store about a learner. */
export async function collectExport({ db, learner, clock, personal }: SignedInCtx): Promise<Record<string, unknown>> {
  const who = toWho({ ids: [learner.id], email: learner.email, number: numberOf(learner) });
  const isIncluded = ({ table }: PersonalPlace) => table !== "learner";
  const stored = await exportPerson(db, who, { places: personal, isIncluded });
  return { madeAt: clock.now().toISOString(), profile: toProfile(learner), ...stored };
}
