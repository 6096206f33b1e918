import { sql } from "drizzle-orm";
import type { Deps } from "../context.ts";
import type { Db } from "../db/connect.ts";
import { sentMessage } from "../db/tables/notification.ts";
import { composeSms } from "./compose.ts";
import type { TemplateName, Values } from "./templates.ts";

type Sent = Pick<typeof sentMessage.$inferInsert, "channel" | "template" | "number"> & {
  providerId: string | null;
  /** Why the provider did not take it. */
  refusal?: string;
  now: Date;
};

/** Returns the id under which a report of the provider is stored later; null when it was stored before. */
export async function recordSent(db: Db, { refusal, now, ...sent }: Sent): Promise<string | null> {
  const outcome = refusal === undefined ? {} : { state: "failed" as const, reason: refusal.slice(0, 200) };
  const [row] = await db
    .insert(sentMessage)
    .values({ ...sent, ...outcome, sentAt: now, changedAt: now })
    .onConflictDoNothing()
    .returning({ id: sentMessage.id });
  return row?.id ?? null;
}

type DirectSms<Name extends TemplateName> = { to: string; template: Name; values: Values<Name> };

/** Sends an SMS while somebody waits for it. Class notices go through a job instead. */
export async function sendSms<Name extends TemplateName>(deps: Deps, message: DirectSms<Name>): Promise<void> {
  const { db, clock, log } = deps;
  const sent = { channel: "sms" as const, template: message.template, number: message.to, now: clock.now() };
  // The message is out or refused by now; failing to record it must not fail the request.
  const record = (outcome: Pick<Sent, "providerId" | "refusal">) =>
    recordSent(db, { ...sent, ...outcome }).catch((err) => log.error({ err }, "a sent message was not recorded"));
  try {
    const { providerId } = await deps.sms.send(await composeSms(deps, message));
    await record({ providerId });
  } catch (error) {
    await record({ providerId: null, refusal: (error as Error).message });
    throw error;
  }
}

type MessageCount = { channel: string; state: string; count: number };

/** The messages sent since a moment, by channel and state. */
export async function countMessages(db: Db, since: Date): Promise<MessageCount[]> {
  const { rows } = await db.execute<MessageCount>(sql`
    select channel, state, count(*)::int as count from sent_message
    where sent_at > ${since.toISOString()}::timestamptz group by channel, state`);
  return rows;
}
