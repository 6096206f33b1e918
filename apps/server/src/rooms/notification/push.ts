import { pushLifetimeMs, pushPayload } from "@shoreline/domain/push";
import { eq } from "drizzle-orm";
import { pushSubscription } from "../../db/tables/notification.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { mayBeLocal } from "../../outside/addresses.ts";
import { call } from "../../outside/call.ts";
import { readInstitute } from "../site/queries.ts";
import { isPushAddress } from "./devices.ts";
import type { sendPush } from "./jobs.ts";
import { readPushKeys } from "./push-keys.ts";

type Subscription = typeof pushSubscription.$inferSelect;

/**
 * Sends a notification to one browser. A service that does not answer is tried again with growing delays until it is too late; a
 * browser that is gone is forgotten. A kill after the answer sends it twice, and its tag makes the second replace the first.
 */
export async function deliverPush(ctx: JobContext, job: PayloadOf<typeof sendPush>): Promise<void> {
  const { db, clock, log } = ctx;
  if (clock.now() > new Date(job.until)) return;
  const [to] = await db.select().from(pushSubscription).where(eq(pushSubscription.id, job.subscriptionId));
  if (!to) return;
  const forget = () => db.delete(pushSubscription).where(eq(pushSubscription.id, to.id));
  // The rules may have become stricter since.
  if (!isPushAddress(ctx, to.endpoint)) return void (await forget());
  const request = await encrypt(ctx, to, pushPayload(job)).catch((err) => {
    log.warn({ err }, "a browser gave keys with which nothing can be encrypted");
    return null;
  });
  if (!request) return void (await forget());
  const { status, problem } = await call(request, { mayBeLocal: mayBeLocal(ctx), mostBytes: 2048 });
  if (status !== null && status >= 200 && status < 300) {
    await db.update(pushSubscription).set({ usedAt: clock.now() }).where(eq(pushSubscription.id, to.id));
    return;
  }
  const host = new URL(to.endpoint).host;
  if (status !== null && isGone.has(status)) return void (await forget());
  if (status === null || status === 429 || status >= 500)
    throw new Error(
      `notification not delivered: ${host} ${status === null ? `gave no answer. ${problem}` : `answered ${status}`}`,
    );
  log.error({ host, status }, "a push service refused a notification");
}

/** The browser has unsubscribed, or subscribed with other keys than ours: nothing will ever come through. */
const isGone = new Set([401, 403, 404, 410]);

/** As RFC 8291 says: only the browser can read it. */
async function encrypt({ db, clock }: JobContext, { endpoint, p256dh, auth }: Subscription, payload: string) {
  const { default: webPush } = await import("web-push");
  const { publicKey, privateKey } = await readPushKeys(db, clock.now());
  const { email } = await readInstitute(db);
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: `mailto:${email}`, publicKey, privateKey },
    ...{ TTL: pushLifetimeMs / 1000, urgency: "normal", contentEncoding: "aes128gcm" },
  });
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return { method: "POST", url: endpoint, headers: sent, body };
}
