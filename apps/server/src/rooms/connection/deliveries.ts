import { Refusal, type WebhookDelivery } from "@shoreline/contract";
import { and, desc, eq, lt, or } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { notAnEnd, readCursor, writeCursor } from "../../db/cursor.ts";
import { delivery, webhook } from "../../db/tables/connection.ts";
import { toBody } from "./events.ts";
import { claim, claimEnd, tryOnce } from "./turn.ts";
import { isVisible } from "./visible.ts";
import { lockWebhook, record } from "./webhooks.ts";

const pageSize = 50;

type Page = { webhookId: string; after?: string | undefined };

export async function listDeliveries(ctx: StaffCtx, { webhookId, after }: Page) {
  if ((await ctx.db.$count(webhook, and(eq(webhook.id, webhookId), isVisible(ctx, webhook)))) === 0)
    throw new Refusal("UNKNOWN_WEBHOOK");
  const rows = await ctx.db
    .select()
    .from(delivery)
    .where(and(eq(delivery.webhookId, webhookId), after ? isOlder(after) : undefined))
    .orderBy(desc(delivery.at), desc(delivery.id))
    .limit(pageSize + 1);
  const page = rows.slice(0, pageSize);
  const last = page.at(-1);
  const hasMore = rows.length > pageSize && last;
  return {
    deliveries: page.map(toWire),
    next: hasMore ? writeCursor({ key: String(last.at.getTime()), id: last.id }) : null,
  };
}

/** Every `at` is written from a `Date`, so the database has no microseconds that the end of a page would lose. */
function isOlder(after: string) {
  const { key, id } = readCursor(after);
  if (!/^\d{1,14}$/.test(key)) throw new Refusal("INVALID_INPUT", { fields: { after: notAnEnd } });
  const at = new Date(Number(key));
  return or(lt(delivery.at, at), and(eq(delivery.at, at), lt(delivery.id, id)));
}

type Row = typeof delivery.$inferSelect;

function toWire({ id, event, at, tries, nextTryAt, deliveredAt, status, problem, body }: Row): WebhookDelivery {
  return {
    ...{ deliveryId: id, event, at: at.toISOString(), tries, status, problem, body },
    state: deliveredAt ? "delivered" : nextTryAt ? "waiting" : "failed",
    nextTryAt: nextTryAt?.toISOString() ?? null,
  };
}

/** Also to an address that is off: one tests it before turning it on. */
export async function testWebhook(ctx: StaffCtx, webhookId: string) {
  const now = ctx.clock.now();
  const begun = await ctx.db.transaction(async (tx) => {
    const row = await lockWebhook(tx, ctx, webhookId);
    const body = toBody({ type: "test", at: now, data: { message: "This is a test." } });
    const [added] = await tx
      .insert(delivery)
      .values({ webhookId, event: "test", body, at: now, tries: 1, nextTryAt: claimEnd(now) })
      .returning();
    await record(tx, ctx, { action: "Sent a test to a webhook", row });
    return added as Row;
  });
  await tryOnce(ctx, begun);
  return listDeliveries(ctx, { webhookId });
}

/** Under its old id, so that a receiver that has it already knows it. */
export async function deliverAgain(ctx: StaffCtx, deliveryId: string): Promise<string> {
  const begun = await ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ row: webhook, event: delivery.event })
      .from(delivery)
      .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
      .where(and(eq(delivery.id, deliveryId), isVisible(ctx, webhook)))
      // Nobody turns it off between this and the claim.
      .for("share", { of: webhook });
    // What is off gets this one try.
    const until = found?.row.isOn ? claimEnd(ctx.clock.now()) : null;
    const claimed = found && (await claim(tx, eq(delivery.id, deliveryId), until));
    if (!claimed) throw new Refusal("UNKNOWN_DELIVERY");
    await record(tx, ctx, { action: "Sent an event again", row: found.row, after: { event: found.event, deliveryId } });
    return claimed;
  });
  const { problem, nextTryAt } = await tryOnce(ctx, begun);
  if (problem === null) return "Delivered.";
  return nextTryAt ? `${problem} We will try again.` : problem;
}
