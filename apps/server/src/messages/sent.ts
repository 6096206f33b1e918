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

type Direct<Name extends TemplateName> = { to: string; template: Name; values: Values<Name> };

/** Sends an SMS while somebody waits for it. Class notices go through a job instead. */
export async function sendSms<Name extends TemplateName>(deps: Deps, message: Direct<Name>): Promise<void> {
  const { providerId } = await deps.sms.send(await composeSms(deps, message));
  const { template, to: number } = message;
  const sent = { channel: "sms" as const, template, number, providerId, now: deps.clock.now() };
  // The message has gone out. Without its row only a delivery report is lost.
  await recordSent(deps.db, sent).catch((err) => deps.log.error({ err }, "a sent message was not recorded"));
}

type MessageCount = { channel: string; state: string; count: number };

/** The messages sent since a moment, by channel and state. */
export async function countMessages(db: Db, since: Date): Promise<MessageCount[]> {
  const { rows } = await db.execute<MessageCount>(sql`
    select channel, state, count(*)::int as count from sent_message
    where sent_at > ${since.toISOString()}::timestamptz group by channel, state`);
  return rows;
}
