import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { describeBrowser } from "@shoreline/domain/account";
import { mostPushDevices } from "@shoreline/domain/push";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Deps, SignedInCtx } from "../../context.ts";
import { pushSubscription } from "../../db/tables/notification.ts";
import { isAllowedUrl, mayBeLocal } from "../../outside/addresses.ts";

export async function listDevices({ db, learner }: SignedInCtx, { endpoint }: { endpoint?: string | undefined }) {
  const rows = await db
    .select()
    .from(pushSubscription)
    .where(eq(pushSubscription.learnerId, learner.id))
    .orderBy(desc(pushSubscription.addedAt), desc(pushSubscription.id));
  return {
    devices: rows.map((row) => ({
      ...{ deviceId: row.id, device: row.device, addedAt: row.addedAt.toISOString() },
      isThis: row.endpoint === endpoint,
    })),
  };
}

/** Who subscribes once more in the same browser, or somebody else there, takes the place of before. */
export async function addDevice(
  ctx: SignedInCtx,
  { endpoint, p256dh, auth }: ParsedInput<Api["notification"]["subscribe"]>,
): Promise<void> {
  const { db, clock, learner, sessionId, userAgent } = ctx;
  if (!isPushAddress(ctx, endpoint)) throw new Refusal("PUSH_ADDRESS_NOT_ALLOWED");
  const values = { learnerId: learner.id, sessionId, p256dh, auth, device: describeBrowser(userAgent) };
  const row = { ...values, addedAt: clock.now(), usedAt: null };
  await db.transaction(async (tx) => {
    await tx
      .insert(pushSubscription)
      .values({ ...row, endpoint })
      .onConflictDoUpdate({ target: pushSubscription.endpoint, set: row });
    const tooMany = tx
      .select({ id: pushSubscription.id })
      .from(pushSubscription)
      .where(eq(pushSubscription.learnerId, learner.id))
      .orderBy(desc(pushSubscription.addedAt), desc(pushSubscription.id))
      .offset(mostPushDevices);
    await tx.delete(pushSubscription).where(inArray(pushSubscription.id, tooMany));
  });
}

/** The services of the browsers that people use. */
const knownServices =
  /(^|\.)(fcm\.googleapis\.com|push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)$/;

/** We post to this address, so it may be neither inside nor ours. In a demonstration everybody can enter one. */
export function isPushAddress(deps: Pick<Deps, "isLocal" | "isDemo" | "publicUrl">, endpoint: string): boolean {
  if (!isAllowedUrl(endpoint, { mayBeLocal: mayBeLocal(deps) })) return false;
  const { host, hostname } = new URL(endpoint);
  if (host === new URL(deps.publicUrl).host) return false;
  return !deps.isDemo || knownServices.test(hostname);
}

export async function removeDevice(
  { db, learner }: SignedInCtx,
  { endpoint, deviceId }: { endpoint?: string | undefined; deviceId?: string | undefined },
): Promise<void> {
  const isNamed = endpoint
    ? eq(pushSubscription.endpoint, endpoint)
    : deviceId
      ? eq(pushSubscription.id, deviceId)
      : undefined;
  if (isNamed) await db.delete(pushSubscription).where(and(eq(pushSubscription.learnerId, learner.id), isNamed));
}
