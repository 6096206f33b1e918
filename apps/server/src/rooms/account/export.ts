import type { SignedInCtx } from "../../context.ts";
import { exportPerson } from "../../person/export.ts";
import { isEmailOf, isNumberOf } from "../../person/who.ts";
import { toProfile } from "./profile.ts";
import { numberOf } from "./queries.ts";

/**
 * Everything that we store about a learner. Of the forms only those with both e-mail and number: one alone may be somebody
 * else's typing error, and nobody has proven the e-mail address.
 */
export async function collectExport({ db, learner, clock }: SignedInCtx): Promise<Record<string, unknown>> {
  const who = { ids: [learner.id], email: isEmailOf(learner.email), number: isNumberOf(numberOf(learner)) };
  const stored = await exportPerson(db, who, {
    isIncluded: ({ name, hasLearner, hasEmail, hasNumber }) =>
      name !== "learner" && (hasLearner || (hasEmail && hasNumber)),
  });
  return { madeAt: clock.now().toISOString(), profile: toProfile(learner), ...stored };
}
