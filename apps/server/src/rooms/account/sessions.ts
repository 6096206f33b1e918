import { sessionIdleMs } from "@shoreline/domain/account";
import type { Deps, SignedIn } from "../../context.ts";
import { findSession, touchSession } from "./queries.ts";
import { hashSecret } from "./secrets.ts";

// Written at most this often: what counts is days.
const touchedEveryMs = 60 * 60_000;

/** Whose session this is; null where it is over, revoked or never was one. */
export async function readSession({ db, clock }: Deps, token: string): Promise<SignedIn | null> {
  const now = clock.now();
  const sessionHash = hashSecret(token);
  const [found] = await findSession(db, { hash: sessionHash, since: new Date(now.getTime() - sessionIdleMs) });
  if (!found) return null;
  if (now.getTime() - found.usedAt.getTime() > touchedEveryMs) await touchSession(db, { hash: sessionHash, now });
  return { learner: found.learner, sessionHash };
}
