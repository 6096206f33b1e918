import type { SignedInCtx } from "../../context.ts";
import { exportPerson } from "../../person/export.ts";
import { toWho } from "../../person/who.ts";
import { toProfile } from "./profile.ts";
import { numberOf } from "./queries.ts";

/**
 * Everything that we store about a learner. Of the forms only those with their number: nobody has proven the e-mail address,
 * which may be somebody else's or a typing error.
 */
export async function collectExport({ db, learner, clock, personal }: SignedInCtx): Promise<Record<string, unknown>> {
  const who = toWho({ ids: [learner.id], email: learner.email, number: numberOf(learner) });
  const stored = await exportPerson(db, who, {
    places: personal,
    isIncluded: ({ table, learner: owner, email, number }) =>
      table !== "learner" && (owner !== undefined || !email || number !== undefined),
  });
  return { madeAt: clock.now().toISOString(), profile: toProfile(learner), ...stored };
}
