import { nextTryAt } from "@shoreline/domain/connection";
import { and, asc, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { delivery, webhook } from "../../db/tables/connection.ts";
import { defineJob } from "../../jobs/job.ts";
import { mayBeLocal } from "../../outside/addresses.ts";
import { spreadEvents } from "./events.ts";
import { type Answer, post, signedHeaders } from "./send.ts";

export const notifyWebhooks = defineJob("connection.notify", {});

type Parts = Pick<Deps, "db" | "clock" | "publicUrl" | "isLocal" | "isDemo">;

export async function notifyAll(deps: Parts): Promise<void> {
  await spreadEvents(deps);
  await deliverDue(deps);
}

/** For each address, of which there are ten at most. */
const lanes = 3;
/** The next turn begins a minute after this one. */
const turnMs = 45_000;
/** Longer than a try takes. Who dies in between leaves the delivery to the next turn after that. */
const claimMs = 120_000;

/** Each address has lanes of its own: one that answers slowly holds up only what goes to it. */
export async function deliverDue(deps: Parts): Promise<void> {
  const endsAt = performance.now() + turnMs;
  const waiting = await deps.db
    .selectDistinct({ id: delivery.webhookId })
    .from(delivery)
    .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
    .where(and(eq(webhook.isOn, true), lte(delivery.nextTryAt, deps.clock.now())));
  await Promise.all(waiting.map(({ id }) => deliverTo(deps, id, endsAt)));
}

/** An address that failed rests until the next turn. */
async function deliverTo(deps: Parts, webhookId: string, endsAt: number): Promise<void> {
  let isResting = false;
  const lane = async () => {
    while (!isResting && performance.now() < endsAt) {
      const claimed = await claimNext(deps, webhookId);
      if (!claimed) return;
      const { problem } = await tryOnce(deps, claimed);
      if (problem) isResting = true;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

async function claimNext({ db, clock }: Parts, webhookId: string): Promise<Claimed | undefined> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [next] = await tx
      .select({ id: delivery.id })
      .from(delivery)
      .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
      .where(and(eq(delivery.webhookId, webhookId), lte(delivery.nextTryAt, now), eq(webhook.isOn, true)))
      .orderBy(asc(delivery.nextTryAt))
      .limit(1)
      .for("update", { of: delivery, skipLocked: true });
    return next && claim(tx, eq(delivery.id, next.id), claimEnd(now));
  });
}

/** A try that has begun: its number tells it from others of the same delivery. */
type Claimed = Pick<typeof delivery.$inferSelect, "id" | "webhookId" | "event" | "body" | "tries">;

export async function claim(tx: Db, isThis: SQL, until: Date | null): Promise<Claimed | undefined> {
  const { id, webhookId, event, body, tries } = delivery;
  const [claimed] = await tx
    .update(delivery)
    .set({ tries: sql`${tries} + 1`, nextTryAt: until, deliveredAt: null })
    .where(isThis)
    .returning({ id, webhookId, event, body, tries });
  return claimed;
}

export function claimEnd(now: Date): Date {
  return new Date(now.getTime() + claimMs);
}

/** Sends what was claimed and writes down what came of it. */
export async function tryOnce(deps: Parts, claimed: Claimed): Promise<Answer & { nextTryAt: Date | null }> {
  const { db, clock } = deps;
  const { id, webhookId, event, body, tries } = claimed;
  const [to] = await db.select().from(webhook).where(eq(webhook.id, webhookId));
  if (!to) return { status: null, problem: "The address was removed.", nextTryAt: null };
  const headers = signedHeaders({ id, body, secret: to.secret, at: clock.now() });
  // Everybody is an owner in a demonstration: no visitor may use us to post elsewhere.
  const answer = deps.isDemo
    ? { status: null, problem: "A demonstration sends nothing to other servers." }
    : await post({ url: to.url, headers, body }, { mayBeLocal: mayBeLocal(deps) });
  const now = clock.now();
  // Who tests an address looks at the answer. What is off gets nothing by itself.
  const isRepeated = answer.problem !== null && event !== "test" && to.isOn && !deps.isDemo;
  const next = isRepeated ? stillWaits(nextTryAt({ tries, now })) : null;
  const [written] = await db
    .update(delivery)
    .set({ ...answer, nextTryAt: next, deliveredAt: answer.problem === null ? now : null })
    .where(and(eq(delivery.id, id), eq(delivery.tries, tries)))
    .returning({ nextTryAt: delivery.nextTryAt });
  return { ...answer, nextTryAt: written?.nextTryAt ?? null };
}

/**
 * The next time, or null where the address was turned off during the try: that gives up what waits. The row itself says so,
 * because an update that waited for a lock sees the new row, but other tables as they were before.
 */
function stillWaits(next: Date | null): SQL | null {
  return next && sql`case when ${delivery.nextTryAt} is not null then ${next.toISOString()}::timestamptz end`;
}
