import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Db } from "../db/connect.ts";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { type DeliveryFaults, noFaults } from "./delivery-faults.ts";
import type { Dispute, Order, Payment, Refund, Token } from "./records.ts";
import { randomId, sign } from "./sign.ts";

export type Deliver = (request: Request) => Response | Promise<Response>;
export type GatewayEvent = {
  event: string;
  payment?: Payment;
  order?: Order;
  refund?: Refund;
  dispute?: Dispute;
  token?: Token;
};

type Options = { db: Db; secret: string; url: string; deliver?: Deliver | undefined; timeoutInMs?: number | undefined };
type Queued = { eventId: string; body: string; position: number; attempts: number; giveUpAt: string };

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks({
  db,
  secret,
  url,
  deliver = (request) => fetch(request),
  timeoutInMs = 5_000,
}: Options) {
  let faults: DeliveryFaults = noFaults;
  // Also increases across restarts, as long as there are fewer than a thousand events a second.
  let position = Date.now();

  /** Runs in the transaction of the payment, so that no event is lost and none is sent for a payment that was rolled back. */
  async function enqueue(tx: Db, { events, now }: { events: GatewayEvent[]; now: Date }): Promise<void> {
    const due = new Date(now.getTime() + faults.late * 1000);
    const queued = applyFaults(events.map(writeEvent(now)), faults).map(
      (event): Queued => ({
        ...event,
        position: position++,
        attempts: 0,
        giveUpAt: later(due, dayInMs).toISOString(),
      }),
    );
    if (queued.length === 0) return;
    const orderId = events[0]?.payment?.order_id ?? "";
    await tx
      .insert(gatewayRecord)
      .values(
        queued.map((data) => ({ id: `webhook_${randomId()}`, kind: "webhook" as const, orderId, data, at: due })),
      );
  }

  /** Sends the due webhooks, oldest first, and returns how many were accepted. Several processes may do so at once. */
  async function deliverDue(now: Date): Promise<number> {
    for (let accepted = 0; ; ) {
      const next = await claim(db, now);
      if (!next) return accepted;
      if (!(await isAccepted(next.queued))) continue;
      await db.delete(gatewayRecord).where(eq(gatewayRecord.id, next.id));
      accepted++;
    }
  }

  async function isAccepted({ eventId, body }: Queued): Promise<boolean> {
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
      // Whatever the reason, the webhook stays due and is sent again.
      return false;
    }
  }

  return {
    enqueue,
    deliverDue,
    setDeliveryFaults(to: DeliveryFaults) {
      faults = to;
    },
  };
}

const dayInMs = 24 * 60 * 60 * 1000;

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** 10 s, 20 s, 40 s … up to an hour. The first delay is longer than the time-out of a delivery. */
function backoffInMs(attempts: number): number {
  return Math.min(10_000 * 2 ** attempts, 60 * 60 * 1000);
}

/** Schedules the next attempt before this one, so that a process that crashes in between loses nothing. */
async function claim(db: Db, now: Date): Promise<{ id: string; queued: Queued } | undefined> {
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
    const queued = row.data as Queued;
    await tx
      .update(gatewayRecord)
      .set({ data: { ...queued, attempts: queued.attempts + 1 }, at: later(now, backoffInMs(queued.attempts)) })
      .where(eq(gatewayRecord.id, row.id));
    return { id: row.id, queued };
  });
}

function writeEvent(now: Date) {
  return ({ event, ...entities }: GatewayEvent) => ({
    eventId: randomId(),
    body: JSON.stringify({
      entity: "event",
      account_id: "acc_LocalGateway00",
      event,
      contains: Object.keys(entities),
      payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
      created_at: Math.floor(now.getTime() / 1000),
    }),
  });
}

function applyFaults<Event>(events: Event[], { twice, reordered, dropped }: DeliveryFaults): Event[] {
  if (dropped) return [];
  const repeated = twice ? events.flatMap((event) => [event, event]) : events;
  return reordered ? repeated.toReversed() : repeated;
}
