import { sessionIdleMs, sessionMaxMs } from "@shoreline/domain/account";
import type { Deps, SignedIn } from "../../context.ts";
import { findSession, touchSession } from "./queries.ts";
import { hashSecret } from "./secrets.ts";

// A session lasts for days, so its last use need not be exact.
const touchedEveryMs = 60 * 60_000;

/** The learner of a session; null when it has expired, has ended or never existed. */
export async function readSession({ db, clock }: Deps, token: string): Promise<SignedIn | null> {
  const now = clock.now();
  const sessionHash = hashSecret(token);
  const [found] = await findSession(db, {
    hash: sessionHash,
    usedSince: new Date(now.getTime() - sessionIdleMs),
    startedSince: new Date(now.getTime() - sessionMaxMs),
  });
  if (!found) return null;
  if (now.getTime() - found.usedAt.getTime() > touchedEveryMs) await touchSession(db, { hash: sessionHash, now });
  return { learner: found.learner, sessionHash };
}
