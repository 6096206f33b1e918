import { type WebhookEvent, webhookEvents } from "@shoreline/domain/connection";
import { asc, eq, inArray } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { delivery, happened, webhook } from "../../db/tables/connection.ts";
import { readPayloads } from "./payloads.ts";

const atOnce = 500;
const mostTurns = 50;

type Parts = Pick<Deps, "db" | "clock" | "publicUrl">;

/** One delivery of each event for each address that wants it. */
export async function spreadEvents(deps: Parts): Promise<void> {
  for (let turn = 0; turn < mostTurns && (await spreadSome(deps)) === atOnce; turn++);
}

/** Together or not at all: an event is neither lost nor spread twice. */
async function spreadSome({ db, clock, publicUrl }: Parts): Promise<number> {
  if ((await db.select({ id: happened.id }).from(happened).limit(1)).length === 0) return 0;
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(happened)
      .orderBy(asc(happened.id))
      .limit(atOnce)
      .for("update", { skipLocked: true });
    // Nobody turns one off between this and the insert.
    const webhooks = await tx.select().from(webhook).where(eq(webhook.isOn, true)).for("share");
    const payloads = await readAll(tx, rows, { publicUrl });
    const now = clock.now();
    const deliveries = rows.flatMap(({ event, rowId, at }) => {
      const data = payloads.get(`${event} ${rowId}`);
      if (!data) return [];
      const body = toBody({ type: event, at, data });
      const wanted = webhooks.filter(({ events }) => events.includes(event));
      return wanted.map(({ id }) => ({ webhookId: id, event, body, at, nextTryAt: now }));
    });
    if (deliveries.length > 0) await tx.insert(delivery).values(deliveries);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(happened).where(inArray(happened.id, ids));
    return rows.length;
  });
}

type Happened = typeof happened.$inferSelect;

async function readAll(tx: Db, rows: Happened[], deps: { publicUrl: string }): Promise<Map<string, object>> {
  const found = new Map<string, object>();
  for (const event of webhookEvents) {
    const ids = rows.filter((row) => row.event === event).map(({ rowId }) => rowId);
    if (ids.length === 0) continue;
    for (const [id, data] of await readPayloads[event](tx, ids, deps)) found.set(`${event} ${id}`, data);
  }
  return found;
}

export function toBody({ type, at, data }: { type: WebhookEvent | "test"; at: Date; data: object }): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}
