import { randomBytes } from "node:crypto";
import { type Api, type ParsedInput, Refusal, type Webhook } from "@shoreline/contract";
import { maxWebhooks } from "@shoreline/domain/connection";
import { and, asc, eq, gte, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { delivery, webhook } from "../../db/tables/connection.ts";
import { isAllowedUrl, mayBeLocal } from "../../outside/addresses.ts";
import { recordChange } from "../staff/audit.ts";
import { lockConnections } from "./make-keys.ts";
import { isVisible } from "./visible.ts";

export const keptMs = 30 * 86_400_000;
export type WebhookRow = typeof webhook.$inferSelect;

/** Given up: nobody tries it again by itself. */
export const isGivenUp = and(isNull(delivery.nextTryAt), isNull(delivery.deliveredAt), ne(delivery.event, "test"));

export async function listWebhooks(ctx: StaffCtx): Promise<Webhook[]> {
  const { db, clock } = ctx;
  const since = new Date(clock.now().getTime() - keptMs);
  const isWaiting = and(isNotNull(delivery.nextTryAt), ne(delivery.event, "test"));
  const counts = db
    .select({
      webhookId: delivery.webhookId,
      waiting: sql<number>`count(*) filter (where ${isWaiting})::int`.as("waiting"),
      retrying: sql<number>`count(*) filter (where ${and(isWaiting, isNotNull(delivery.problem))})::int`.as("retrying"),
      failed: sql<number>`count(*) filter (where ${isGivenUp})::int`.as("failed"),
    })
    .from(delivery)
    .where(gte(delivery.at, since))
    .groupBy(delivery.webhookId)
    .as("counts");
  const rows = await db
    .select({ row: webhook, waiting: counts.waiting, retrying: counts.retrying, failed: counts.failed })
    .from(webhook)
    .leftJoin(counts, eq(counts.webhookId, webhook.id))
    .where(isVisible(ctx, webhook))
    .orderBy(asc(webhook.addedAt), asc(webhook.id))
    .limit(2 * maxWebhooks);
  return rows.map(({ row: { id, url, events, isOn, addedAt, version }, waiting, retrying, failed }) => ({
    ...{ webhookId: id, url, events, isOn, addedAt: addedAt.toISOString(), version },
    ...{ waiting: waiting ?? 0, isRetrying: Boolean(retrying), failed: failed ?? 0 },
  }));
}

export async function lockWebhook(tx: Db, ctx: StaffCtx, webhookId: string): Promise<WebhookRow> {
  const isThis = and(eq(webhook.id, webhookId), isVisible(ctx, webhook));
  const [row] = await tx.select().from(webhook).where(isThis).for("update");
  if (!row) throw new Refusal("UNKNOWN_WEBHOOK");
  return row;
}

type Written = ParsedInput<Api["connection"]["saveWebhook"]>;

export async function saveWebhook(ctx: StaffCtx, { webhookId, version, ...given }: Written): Promise<void> {
  if (!isAllowedUrl(given.url, { mayBeLocal: mayBeLocal(ctx) })) throw new Refusal("ADDRESS_NOT_ALLOWED");
  const values = { url: new URL(given.url).href, events: [...new Set(given.events)], isOn: given.isOn };
  await ctx.db.transaction(async (tx) => {
    if (!webhookId) return addWebhook(tx, ctx, values);
    const row = await lockWebhook(tx, ctx, webhookId);
    if (row.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    await tx
      .update(webhook)
      .set({ ...values, version: version + 1 })
      .where(eq(webhook.id, webhookId));
    if (row.isOn && !values.isOn) await giveUpWaiting(tx, webhookId);
    const { url, events, isOn } = row;
    await record(tx, ctx, { action: "Changed a webhook", row, before: { url, events, isOn }, after: values });
  });
}

async function addWebhook(tx: Db, ctx: StaffCtx, values: Pick<WebhookRow, "url" | "events" | "isOn">): Promise<void> {
  await lockConnections(tx);
  if ((await tx.$count(webhook)) >= maxWebhooks) throw new Refusal("TOO_MANY_WEBHOOKS");
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const [row] = await tx
    .insert(webhook)
    .values({ ...values, secret, addedAt: ctx.clock.now(), isDemo: ctx.staff.isDemo })
    .returning();
  await record(tx, ctx, { action: "Added a webhook", row: row as WebhookRow, after: values });
}

/** What is off gets nothing, and no old events when it is on again. */
async function giveUpWaiting(tx: Db, webhookId: string): Promise<void> {
  await tx
    .update(delivery)
    .set({ nextTryAt: null, problem: "The address was turned off." })
    .where(and(eq(delivery.webhookId, webhookId), isNotNull(delivery.nextTryAt)));
}

export async function removeWebhook(ctx: StaffCtx, webhookId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockWebhook(tx, ctx, webhookId);
    await tx.delete(webhook).where(eq(webhook.id, webhookId));
    const { url, events, isOn } = row;
    await record(tx, ctx, { action: "Removed a webhook", row, before: { url, events, isOn } });
  });
}

/** The audit log tells who has seen it: with it anybody can sign in our name. */
export async function showSecret(ctx: StaffCtx, webhookId: string): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockWebhook(tx, ctx, webhookId);
    await record(tx, ctx, { action: "Looked at the secret", row });
    return row.secret;
  });
}

type Line = {
  action: string;
  row: Pick<WebhookRow, "id" | "url">;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Never with the secret. */
export function record(tx: Db, ctx: StaffCtx, { row, ...line }: Line): Promise<void> {
  return recordChange(tx, ctx, { ...line, kind: "connection", thingId: row.id, thing: new URL(row.url).host });
}
