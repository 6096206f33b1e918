import { createHmac } from "node:crypto";
import { replacedTokenMs, sessionIdleMs, sessionMaxMs, tokenLifetimeMs } from "@shoreline/domain/account";
import type { Deps, SignedIn } from "../../context.ts";
import { readServerSecret } from "../../db/server-secret.ts";
import type { session } from "../../db/tables/account.ts";
import { recordEvent } from "../../events.ts";
import { enqueue } from "../../jobs/queue.ts";
import { reportChange } from "./jobs.ts";
import { confirmToken, endSession, findSession, hasToken, replaceToken, touchSession } from "./queries.ts";
import { hashSecret } from "./secrets.ts";

type SessionRow = typeof session.$inferSelect;

// A session lasts for days, so its last use need not be exact.
const touchedEveryMs = 60 * 60_000;

/** The learner of a session; null when it has expired, has ended or never existed. */
export async function readSession(deps: Deps, token: string): Promise<SignedIn | null> {
  const { db, clock } = deps;
  const now = clock.now();
  const hash = hashSecret(token);
  const [found] = await findSession(db, {
    hash,
    usedSince: new Date(now.getTime() - sessionIdleMs),
    startedSince: new Date(now.getTime() - sessionMaxMs),
  });
  if (!found) return null;
  const { id, usedAt, startedAt, confirmedAt, previousHash } = found.session;
  const since = (moment: Date) => now.getTime() - moment.getTime();
  const isCurrent = found.session.hash === hash;
  const isUnused = previousHash !== null && !confirmedAt;
  if (!isCurrent && confirmedAt && since(confirmedAt) > replacedTokenMs) {
    await endSharedSession(deps, found.session);
    return null;
  }
  if (isCurrent && isUnused) await confirmToken(db, { id, hash, now });
  else if (since(usedAt) > touchedEveryMs) await touchSession(db, { id, now });
  const signedIn = { learner: found.learner, sessionId: id };
  // Who holds only a replaced token does not get the next one once that is in use: it may be a copy.
  const isOld = isCurrent ? !isUnused && since(confirmedAt ?? startedAt) > tokenLifetimeMs : isUnused;
  return isOld ? { ...signedIn, renewToken: () => renewToken(deps, { token, id }) } : signedIn;
}

/**
 * Replaces a token. The next token follows from the old one and a key of ours: when an answer is lost or requests are made in
 * parallel, each gets the same. The old token works until the new one is used, so nobody is signed out by a lost answer.
 */
async function renewToken({ db }: Deps, { token, id }: { token: string; id: string }): Promise<string | null> {
  const key = await readServerSecret(db, "session-token");
  const next = createHmac("sha256", key).update(token).digest("base64url");
  const newHash = hashSecret(next);
  await replaceToken(db, { id, hash: hashSecret(token), newHash });
  return (await hasToken(db, { id, hash: newHash })) ? next : null;
}

/** Our pages forget a token when they get the next one: somebody else has a copy, and we cannot tell who is who. */
async function endSharedSession(deps: Deps, { id, learnerId, browser }: SessionRow): Promise<void> {
  const { db, clock } = deps;
  const hasEnded = await db.transaction(async (tx) => {
    if (!(await endSession(tx, id))) return false;
    await enqueue(tx, reportChange, {
      learnerId,
      title: "You were signed out",
      text: `Your sign-in with ${browser} was used in two places, so we ended it`,
      at: clock.now().toISOString(),
    });
    return true;
  });
  if (hasEnded) await recordEvent(deps, "session copied", learnerId);
}
