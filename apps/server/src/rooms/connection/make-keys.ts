import { randomBytes } from "node:crypto";
import { type ApiKey, Refusal } from "@shoreline/contract";
import { type KeyScope, maxKeys } from "@shoreline/domain/connection";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { apiKey } from "../../db/tables/connection.ts";
import { staff } from "../../db/tables/staff.ts";
import { recordChange } from "../staff/audit.ts";
import { hashKey } from "./keys.ts";
import { isVisible } from "./visible.ts";

/** So that people, and programs that look for lost keys, know whose it is. */
const prefix = "key_";
const shownLength = prefix.length + 6;
const mostListed = 200;

export async function listKeys(ctx: Pick<StaffCtx, "db" | "staff">): Promise<ApiKey[]> {
  const rows = await ctx.db
    .select({ key: apiKey, madeBy: staff.name })
    .from(apiKey)
    .leftJoin(staff, eq(staff.id, apiKey.madeBy))
    .where(isVisible(ctx, apiKey))
    .orderBy(sql`${apiKey.revokedAt} is not null`, desc(apiKey.madeAt), desc(apiKey.id))
    .limit(mostListed);
  return rows.map(({ key: { id, name, begin, scopes, madeAt, usedAt, revokedAt }, madeBy }) => ({
    ...{ keyId: id, name, begin, scopes, madeBy },
    madeAt: madeAt.toISOString(),
    usedAt: usedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
}

type NewKey = { name: string; scopes: KeyScope[] };

/** The key leaves the product with this answer only. */
export async function makeKey(ctx: StaffCtx, { name, scopes: given }: NewKey): Promise<string> {
  const { staff: me, clock } = ctx;
  const key = prefix + randomBytes(32).toString("base64url");
  const scopes = [...new Set(given)];
  await ctx.db.transaction(async (tx) => {
    await lockConnections(tx);
    if ((await tx.$count(apiKey, isNull(apiKey.revokedAt))) >= maxKeys) throw new Refusal("TOO_MANY_KEYS");
    const [made] = await tx
      .insert(apiKey)
      .values({
        ...{ name, scopes, begin: key.slice(0, shownLength), hash: hashKey(key) },
        ...{ madeBy: me.id, madeAt: clock.now(), isDemo: me.isDemo },
      })
      .returning({ id: apiKey.id });
    await recordChange(tx, ctx, {
      ...{ action: "Made a key", kind: "connection", thingId: made?.id ?? "", thing: name },
      after: { scopes },
    });
  });
  return key;
}

/** A second press changes nothing. */
export async function revokeKey(ctx: StaffCtx, keyId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const isThis = and(eq(apiKey.id, keyId), isVisible(ctx, apiKey));
    const [row] = await tx.select().from(apiKey).where(isThis).for("update");
    if (!row) throw new Refusal("UNKNOWN_KEY");
    if (row.revokedAt) return;
    await tx.update(apiKey).set({ revokedAt: ctx.clock.now() }).where(isThis);
    await recordChange(tx, ctx, {
      ...{ action: "Revoked a key", kind: "connection", thingId: keyId, thing: row.name },
      before: { scopes: row.scopes },
    });
  });
}

/** One at a time, or two who add the last one would make one too many. */
export async function lockConnections(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('connections', 0))`);
}
