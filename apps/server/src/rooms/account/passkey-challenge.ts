import { createHmac, randomBytes } from "node:crypto";
import type { Ctx } from "../../context.ts";
import { readServerSecret } from "../../db/server-secret.ts";
import { isSame } from "./secrets.ts";

export const challengeLifetimeMs = 5 * 60_000;
const once = { points: 1, seconds: challengeLifetimeMs / 1000 };

/** A text for an authenticator to sign. It carries our own signature, so we keep nothing until it comes back. */
export async function newChallenge({ db, clock }: Ctx, purpose: string): Promise<string> {
  const text = `${randomBytes(16).toString("base64url")}.${clock.now().getTime() + challengeLifetimeMs}`;
  return `${text}.${await sign(db, { purpose, text })}`;
}

/** True for a challenge of ours for this purpose that is in time and was not used before. */
export async function spendChallenge(ctx: Ctx, purpose: string, challenge: string): Promise<boolean> {
  const [random = "", expiresAt = "", signature = ""] = Buffer.from(challenge, "base64url").toString().split(".");
  const text = `${random}.${expiresAt}`;
  const isOurs = isSame(signature, await sign(ctx.db, { purpose, text }));
  if (!isOurs || Number(expiresAt) <= ctx.clock.now().getTime()) return false;
  return (await ctx.counter("passkey.challenge", once).count(text)) === 1;
}

async function sign(db: Ctx["db"], { purpose, text }: { purpose: string; text: string }): Promise<string> {
  const key = await readServerSecret(db, "passkey-challenge");
  return createHmac("sha256", key).update(`${purpose}:${text}`).digest("base64url");
}
