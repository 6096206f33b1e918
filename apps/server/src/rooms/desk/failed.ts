import { type FailureKind, failureKinds, type StaffToday, type TodayEntry } from "@shoreline/contract";
import { and, desc, eq, gte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import type { StaffCtx } from "../../context.ts";
import { cutPage, inTime, readCursor } from "../../db/cursor.ts";
import { delivery, webhook } from "../../db/tables/connection.ts";
import { uncollected } from "../../db/tables/inbox.ts";
import { sentMessage } from "../../db/tables/notification.ts";
import { isParked, job } from "../../jobs/parked.ts";
import { isVisible } from "../connection/visible.ts";
import { isGivenUp } from "../connection/webhooks.ts";
import { isLeftOut } from "../inbox/queries.ts";
import { beginningOf, mostCounted, type Wanted } from "./page.ts";

const week = 7 * 86_400_000;

type Row = { key: string; id: string; entry: TodayEntry };
type Read = (ctx: StaffCtx, wanted: Wanted) => Promise<Row[]>;

/** Several lists in one: each gives its first, and of these the latest are shown. */
export async function listFailed(ctx: StaffCtx, { kind, after, size }: Wanted & { kind?: FailureKind | undefined }) {
  const kinds = kind ? [kind] : failureKinds;
  const rows = await Promise.all(kinds.map((one) => readers[one](ctx, { after, size: size + 1 })));
  return merge(rows.flat(), size);
}

/** For Today, with how many there are of each kind. */
export async function readFailed(ctx: StaffCtx): Promise<NonNullable<StaffToday["failed"]>> {
  const found = await Promise.all(failureKinds.map((kind) => readers[kind](ctx, { size: mostCounted + 1 })));
  const kinds = failureKinds.map((kind, at) => [kind, Math.min(found[at]?.length ?? 0, mostCounted)]);
  return {
    ...beginningOf(merge(found.flat(), mostCounted)),
    kinds: Object.fromEntries(kinds) as Record<FailureKind, number>,
  };
}

function merge(rows: Row[], size: number) {
  const { page, next } = cutPage(rows.sort(byLatest), size);
  return { entries: page.map(({ entry }) => entry), next };
}

/** As each list is sorted: by moment, then by id. */
function byLatest(one: Row, other: Row): number {
  if (one.key !== other.key) return Number(BigInt(other.key) - BigInt(one.key));
  return one.id < other.id ? 1 : -1;
}

const readers: Record<FailureKind, Read> = {
  async message({ db, clock }, wanted) {
    const list = byTime({ at: sentMessage.sentAt, id: sentMessage.id }, wanted);
    const rows = await db
      .select({ ...list.columns, row: sentMessage })
      .from(sentMessage)
      .where(and(eq(sentMessage.state, "failed"), gte(sentMessage.sentAt, weekAgo(clock.now())), list.isWanted))
      .orderBy(...list.order)
      .limit(wanted.size);
    return rows.map(({ row: { channel, template, number, reason, sentAt }, ...end }) => ({
      ...end,
      entry: {
        ...{ entryId: end.id, kind: "message", at: sentAt.toISOString() },
        text: `${channel === "sms" ? "SMS" : "WhatsApp"} ${template} to ${number}`,
        number,
        reason: reason ?? "The provider gave no reason.",
      },
    }));
  },
  /** Events that another program did not take. */
  async notification(ctx, wanted) {
    const list = byTime({ at: delivery.at, id: delivery.id }, wanted);
    const rows = await ctx.db
      .select({ ...list.columns, event: delivery.event, problem: delivery.problem, at: delivery.at, url: webhook.url })
      .from(delivery)
      .innerJoin(webhook, eq(webhook.id, delivery.webhookId))
      .where(
        and(
          isGivenUp,
          eq(webhook.isOn, true),
          gte(delivery.at, weekAgo(ctx.clock.now())),
          isVisible(ctx, webhook),
          list.isWanted,
        ),
      )
      .orderBy(...list.order)
      .limit(wanted.size);
    return rows.map(({ event, problem, at, url, ...end }) => ({
      ...end,
      entry: {
        ...{ entryId: end.id, kind: "notification", at: at.toISOString() },
        text: `Notification ${event} to ${new URL(url).host}`,
        number: null,
        reason: problem ?? "It was not delivered.",
      },
    }));
  },
  /** The queue holds what waits and what failed, and nothing that is done. */
  async job({ db }, wanted) {
    const list = byTime({ at: job.addedAt, id: job.id }, wanted);
    const rows = await db
      .select({ ...list.columns, name: job.name, at: job.addedAt, lastError: job.lastError })
      .from(job)
      .where(and(isParked, list.isWanted))
      .orderBy(...list.order)
      .limit(wanted.size);
    return rows.map(({ name, at, lastError, ...end }) => ({
      ...end,
      entry: {
        ...{ entryId: end.id, kind: "job", text: `Task ${name}`, number: null, at: at.toISOString() },
        reason: lastError?.slice(0, 200) || "It failed after many tries.",
      },
    }));
  },
  async enquiry({ db }, wanted) {
    const list = byTime({ at: uncollected.addedAt, id: uncollected.sourceRow }, wanted);
    const rows = await db
      .select({ ...list.columns, at: uncollected.addedAt })
      .from(uncollected)
      .where(and(isLeftOut, list.isWanted))
      .orderBy(...list.order)
      .limit(wanted.size);
    return rows.map(({ at, ...end }) => ({
      ...end,
      entry: {
        ...{ entryId: end.id, kind: "enquiry", text: formOf(end.id), number: null, at: at.toISOString() },
        reason: "It could not be brought into the inbox. It is still stored.",
      },
    }));
  },
};

function weekAgo(now: Date): Date {
  return new Date(now.getTime() - week);
}

/** `course_enquiry 3f…` becomes "Course enquiry". */
function formOf(sourceRow: string): string {
  const [table = ""] = sourceRow.split(" ");
  return `${table.charAt(0).toUpperCase()}${table.slice(1).replaceAll("_", " ")}`;
}

/** Ids of several kinds are compared as text, byte by byte, as JavaScript does. */
function byTime({ at, id }: { at: SQLWrapper; id: SQLWrapper }, { after }: Pick<Wanted, "after">) {
  const { column, key, from } = inTime(sql`${at}`);
  const idText = sql<string>`${id}::text collate "C"`;
  const isWanted = (): SQL => {
    const end = readCursor(after ?? "", z.string().max(200));
    const moment = from(end.key);
    return sql`${column} <= ${moment} and (${column}, ${idText}) < (${moment}, ${end.id}::text)`;
  };
  return {
    columns: { key, id: idText },
    isWanted: after ? isWanted() : undefined,
    order: [desc(column), desc(idText)],
  };
}
