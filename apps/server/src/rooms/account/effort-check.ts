import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import type { Ctx } from "../../context.ts";
import { readServerSecret } from "../../db/server-secret.ts";
import { isSame } from "./secrets.ts";

const lifetimeMs = 10 * 60_000;
const once = { points: 1, seconds: lifetimeMs / 1000 };

type EffortCheck = { salt: string; challenge: string; max: number; signature: string };

/**
 * A calculation for a browser, without a third party: it tries numbers up to `max` until one of them, hashed after the salt,
 * gives the challenge. That takes a phone about a second, and a script that wants a thousand codes a quarter of an hour.
 */
export async function newEffortCheck({ db, clock }: Pick<Ctx, "db" | "clock">, max: number): Promise<EffortCheck> {
  const expiresAt = clock.now().getTime() + lifetimeMs;
  const salt = `${randomBytes(12).toString("base64url")}.${expiresAt}.${max}`;
  const challenge = hash(salt, randomInt(max + 1));
  return { salt, challenge, max, signature: await sign(db, salt, challenge) };
}

/** True for the solution of a check of ours that needed at least this effort, is in time and was not used before. */
export async function isSolved(ctx: Ctx, solution: string, { effort }: { effort: number }): Promise<boolean> {
  const [salt = "", number = "", signature = ""] = solution.split("~");
  const [, expiresAt, max] = salt.split(".").map(Number);
  if (!/^\d{1,9}$/.test(number) || !((expiresAt ?? 0) > ctx.clock.now().getTime()) || !((max ?? 0) >= effort))
    return false;
  const challenge = hash(salt, Number(number));
  const isOurs = isSame(signature, await sign(ctx.db, salt, challenge));
  return isOurs && (await ctx.counter("check.used", once).count(challenge)) === 1;
}

function hash(salt: string, number: number): string {
  return createHash("sha256").update(`${salt}:${number}`).digest("hex");
}

async function sign(db: Ctx["db"], salt: string, challenge: string): Promise<string> {
  return createHmac("sha256", await readServerSecret(db, "effort-check"))
    .update(`${salt}:${challenge}`)
    .digest("base64url");
}
