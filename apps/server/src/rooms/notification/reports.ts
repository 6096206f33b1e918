import { Refusal } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { runNow } from "../../jobs/queue.ts";
import type { MessageReport, MessageState } from "../../ports.ts";
import { insteadKey } from "./jobs.ts";

type Channel = "sms" | "whatsapp";
type Call = { raw: Uint8Array; proof: string | undefined };

/** Stores what a provider reports. A report that came before, or an older one, changes nothing; unknown ids are ignored. */
export async function takeReports(ctx: Ctx, channel: Channel, { raw, proof }: Call): Promise<void> {
  const sender = ctx[channel];
  if (!sender?.readReports) throw new Refusal("NOT_FOUND");
  const reports = sender.readReports(raw, proof);
  if (!reports) throw new Refusal(channel === "sms" ? "NOT_FOUND" : "BAD_SIGNATURE");
  await ctx.db.transaction(async (tx) => {
    const failed = await storeReports(tx, { channel, reports: latest(reports), now: ctx.clock.now() });
    if (failed.length === 0) return;
    ctx.log.warn({ channel, failed: failed.length }, "text messages were not delivered");
    await runNow(tx, failed.map(insteadKey));
  });
}

/** Reports may come in any order: a message that was delivered does not fail any more. */
const rank: Record<MessageState, number> = { accepted: 0, failed: 1, delivered: 2, read: 3 };

function latest(reports: MessageReport[]): MessageReport[] {
  const byId = new Map<string, MessageReport>();
  for (const report of reports) {
    const known = byId.get(report.providerId);
    if (!known || rank[report.state] > rank[known.state]) byId.set(report.providerId, report);
  }
  return [...byId.values()];
}

type Stored = { channel: Channel; reports: MessageReport[]; now: Date };

/** Returns the messages that have failed now. */
async function storeReports(tx: Db, { channel, reports, now }: Stored): Promise<string[]> {
  const rows = reports.map(({ providerId, state, reason }) => ({
    providerId: storable(providerId),
    state,
    rank: rank[state],
    reason: reason === null ? null : storable(reason).slice(0, 200),
  }));
  const ranks = Object.entries(rank).map(([state, place]) => sql`when ${state} then ${place}::int`);
  const rankOf = sql`case sent_message.state ${sql.join(ranks, sql` `)} end`;
  const changed = await tx.execute<{ id: string; state: MessageState }>(sql`
    update sent_message set state = r.state, reason = r.reason, changed_at = ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r("providerId" text, state text, rank int, reason text)
    where sent_message.channel = ${channel} and sent_message.provider_id = r."providerId" and r.rank > ${rankOf}
    returning sent_message.id, sent_message.state`);
  return changed.rows.flatMap(({ id, state }) => (state === "failed" ? id : []));
}

/** PostgreSQL text cannot hold NUL or half of a surrogate pair. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "");
}
