import { createHash } from "node:crypto";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Deps, KeyHolder } from "../../context.ts";
import { apiKey } from "../../db/tables/connection.ts";

const minute = 60_000;

/** The program that holds this key, unless it was revoked. */
export async function readKey({ db, clock }: Deps, key: string): Promise<KeyHolder | null> {
  const [found] = await db
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.hash, hashKey(key)), isNull(apiKey.revokedAt)));
  if (!found) return null;
  const now = clock.now();
  // A busy program does not write with every call.
  const isOld = or(isNull(apiKey.usedAt), lt(apiKey.usedAt, new Date(now.getTime() - minute)));
  if (!found.usedAt || now.getTime() - found.usedAt.getTime() > minute)
    await db
      .update(apiKey)
      .set({ usedAt: now })
      .where(and(eq(apiKey.id, found.id), isOld));
  return { apiKey: found };
}

export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
