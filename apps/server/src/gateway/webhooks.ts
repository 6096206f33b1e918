import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { goodMood, type Mood } from "./mood.ts";
import type { Order, Payment } from "./records.ts";
import { randomId, sign } from "./sign.ts";

export type Deliver = (request: Request) => Response | Promise<Response>;
export type GatewayEvent = { event: string; payment: Payment; order?: Order };

type Options = { db: Db; secret: string; url: string; deliver?: Deliver | undefined; timeoutInMs?: number | undefined };
type Waiting = { eventId: string; body: string; position: number; attempts: number; giveUpAt: string };

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks({
  db,
  secret,
  url,
  deliver = (request) => fetch(request),
  timeoutInMs = 5_000,
}: Options) {
  let mood: Mood = goodMood;
  // Rises over restarts too: fewer than a thousand events a second are made here.
  let position = Date.now();

  /** In the transaction that made them, so that no event is lost and none is told of what did not happen. */
  async function keep(tx: Db, { events, now }: { events: GatewayEvent[]; now: Date }): Promise<void> {
    const due = new Date(now.getTime() + mood.late * 1000);
    const waiting = spoil(events.map(writeEvent(now)), mood).map(
      (event): Waiting => ({
        ...event,
        position: position++,
        attempts: 0,
        giveUpAt: later(due, dayInMs).toISOString(),
      }),
    );
    if (waiting.length === 0) return;
    const orderId = events[0]?.payment.order_id ?? "";
    await tx
      .insert(gatewayRecord)
      .values(
        waiting.map((data) => ({ id: `webhook_${randomId()}`, kind: "webhook" as const, orderId, data, at: due })),
      );
  }

  /** Sends what is due, oldest first, and says how many were accepted. Any number of processes may do so at once. */
  async function deliverDue(now: Date): Promise<number> {
    for (let accepted = 0; ; ) {
      const next = await claim(db, now);
      if (!next) return accepted;
      if (!(await isAccepted(next.waiting))) continue;
      await db.delete(gatewayRecord).where(eq(gatewayRecord.id, next.id));
      accepted++;
    }
  }

  async function isAccepted({ eventId, body }: Waiting): Promise<boolean> {
    const signal = AbortSignal.timeout(timeoutInMs);
    const request = new Request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Razorpay-Webhook/v1",
        "x-razorpay-event-id": eventId,
        "x-razorpay-signature": sign(body, secret),
      },
      body,
      redirect: "manual",
      signal,
    });
    const late = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    try {
      const response = await Promise.race([deliver(request), late]);
      await response.body?.cancel();
      return response.ok;
    } catch {
      // Whatever the reason, it stays due and is sent again.
      return false;
    }
  }

  return {
    keep,
    deliverDue,
    setMood(to: Mood) {
      mood = to;
    },
  };
}

const dayInMs = 24 * 60 * 60 * 1000;

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** 10 s, 20 s, 40 s … an hour. The first is longer than a delivery may take. */
function backoffInMs(attempts: number): number {
  return Math.min(10_000 * 2 ** attempts, 60 * 60 * 1000);
}

/** The next attempt is set before this one is made: whoever dies in between has sent at least once. */
async function claim(db: Db, now: Date): Promise<{ id: string; waiting: Waiting } | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ id: gatewayRecord.id, data: gatewayRecord.data })
      .from(gatewayRecord)
      .where(
        and(
          eq(gatewayRecord.kind, "webhook"),
          lte(gatewayRecord.at, now),
          sql`(${gatewayRecord.data}->>'giveUpAt')::timestamptz > ${now.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(asc(gatewayRecord.at), sql`(${gatewayRecord.data}->>'position')::bigint`)
      .limit(1)
      .for("update", { skipLocked: true });
    if (!row) return undefined;
    const waiting = row.data as Waiting;
    await tx
      .update(gatewayRecord)
      .set({ data: { ...waiting, attempts: waiting.attempts + 1 }, at: later(now, backoffInMs(waiting.attempts)) })
      .where(eq(gatewayRecord.id, row.id));
    return { id: row.id, waiting };
  });
}

function writeEvent(now: Date) {
  return ({ event, payment, order }: GatewayEvent) => ({
    eventId: randomId(),
    body: JSON.stringify({
      entity: "event",
      account_id: "acc_LocalGateway00",
      event,
      contains: order ? ["payment", "order"] : ["payment"],
      payload: { payment: { entity: payment }, ...(order ? { order: { entity: order } } : {}) },
      created_at: Math.floor(now.getTime() / 1000),
    }),
  });
}

function spoil<Event>(events: Event[], { twice, reordered, dropped }: Mood): Event[] {
  if (dropped) return [];
  const repeated = twice ? events.flatMap((event) => [event, event]) : events;
  return reordered ? repeated.toReversed() : repeated;
}
