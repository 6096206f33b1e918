import type { LeadFilter } from "@shoreline/contract";
import type { LeadSort } from "@shoreline/domain/inbox";
import { fullNumber } from "@shoreline/domain/inbox";
import { beginOf, dayOf } from "@shoreline/domain/zone";
import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { inTime, readCursor } from "../../db/cursor.ts";
import { callOrder, hasCampaign, lead, plainTags, utm } from "../../db/tables/inbox.ts";
import { readInstitute } from "../site/queries.ts";
import { contains, isInAddress } from "./words.ts";

type Asking = Pick<StaffCtx, "db" | "staff" | "clock">;

export async function matching({ db, staff, clock }: Asking, filter: LeadFilter): Promise<SQL | undefined> {
  const { timeZone } = await readInstitute(db);
  return conditionsOf(filter, { me: staff.id, now: clock.now(), timeZone });
}

type At = { me: string; now: Date; timeZone: string };

/** The leads that fit. Each condition has an index of its own in `db/tables/inbox.ts`. */
export function conditionsOf(filter: LeadFilter, { me, now, timeZone }: At): SQL | undefined {
  const { status, source, owner, tag, call, words, from, until, spam, firstPage } = filter;
  const { begins, ends } = dayOf(now, timeZone);
  return and(
    isNull(lead.mergedInto),
    spam ? lead.isSpam : sql`not ${lead.isSpam}`,
    status?.length ? inArray(lead.status, status) : undefined,
    source?.length ? inArray(lead.source, source) : undefined,
    owner === "nobody" ? isNull(lead.ownerId) : owner ? eq(lead.ownerId, owner === "me" ? me : owner) : undefined,
    tag ? hasTag(tag) : undefined,
    call === "none" ? isNull(lead.nextCallAt) : undefined,
    call === "due" || call === "today" ? lt(lead.nextCallAt, ends) : undefined,
    call === "today" ? gte(lead.nextCallAt, begins) : undefined,
    ...fromCampaign(filter),
    firstPage ? eq(lead.landingPage, firstPage) : undefined,
    words ? sql`${lead.id} = any(array(${foundByWords(words)}))` : undefined,
    from ? gte(lead.cameAt, beginOf(from, { timeZone })) : undefined,
    until ? lt(lead.cameAt, beginOf(until, { timeZone, later: 1 })) : undefined,
  );
}

/** In whatever case it is written. */
function hasTag(tag: string): SQL {
  // PostgreSQL writes both in small letters: it may know fewer of them than JavaScript.
  return sql`${plainTags(lead.tags)} @> lower(${JSON.stringify([tag])})::jsonb`;
}

/** As the report counts them. `-` means that the first visit named none. */
function fromCampaign({ campaign, campaignFrom }: LeadFilter): SQL[] {
  const none = "-";
  const isNamed = (name: "campaign" | "source", value: string | undefined) =>
    value ? [sql`${utm(lead.campaign, name)} = ${value === none ? "" : value}`] : [];
  const parts = [...isNamed("campaign", campaign), ...isNamed("source", campaignFrom)];
  const isSome = [campaign, campaignFrom].some((value) => value && value !== none);
  return isSome ? [hasCampaign(lead.campaign), ...parts] : parts;
}

const mostFound = 5000;

/**
 * A name, number or address of a merged lead finds the one that goes on. A query of its own: PostgreSQL would rather walk through the whole list in
 * its order than look the words up.
 */
function foundByWords(words: string): SQL {
  const found = (isFound: SQL) =>
    sql`(select coalesce(found.merged_into, found.id) from lead found where ${isFound} limit ${mostFound})`;
  const isIn = isInAddress(words, sql`found.email`);
  const byAddress = isIn ? sql`union ${found(isIn)}` : sql``;
  return sql`${found(contains(words, sql`found.search`))} ${byAddress} ${byEarlier(words)}`;
}

/** A number or an address that the person gave once. */
function byEarlier(words: string): SQL {
  const number = fullNumber(words);
  const isSame = words.includes("@")
    ? sql`lower(given.email) = ${words.toLowerCase()}`
    : number && sql`given.number = ${number}`;
  return isSame ? sql`union (select given.lead_id from lead_event given where ${isSame} limit ${mostFound})` : sql``;
}

/** `key` is what the end of a page is remembered by; `from` reads it. */
type Order = { column: SQL; key: SQL<string>; from(key: string): SQL; isUp: boolean };

export function orderOf({ sort = "came", direction }: LeadFilter): Order {
  const way = direction ?? usualWay[sort];
  const name = sql`lower(${lead.name})`;
  const orders: Record<LeadSort, Omit<Order, "isUp">> = {
    came: inTime(sql`${lead.cameAt}`),
    last: inTime(sql`${lead.lastAt}`),
    name: { column: name, key: sql<string>`${name}`, from: (key) => sql`${key}::text` },
    "next call": inTime(callOrder[way](lead.nextCallAt)),
  };
  return { ...orders[sort], isUp: way === "up" };
}

const usualWay: Record<LeadSort, "up" | "down"> = { came: "down", last: "down", name: "up", "next call": "up" };

/** What comes after this row in that order. */
export function after({ column, from, isUp }: Order, text: string): SQL {
  const { key, id } = readCursor(text);
  const sign = isUp ? sql`>` : sql`<`;
  return sql`(${column}, ${lead.id}) ${sign} (${from(key)}, ${id}::uuid)`;
}
