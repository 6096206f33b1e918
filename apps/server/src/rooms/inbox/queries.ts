import type { Lead, LeadFilter } from "@shoreline/contract";
import { and, desc, eq, gte, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { toCounted } from "../../db/counted.ts";
import { cutPage } from "../../db/cursor.ts";
import { lead, leadEvent, uncollected } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";
import { maxTries } from "./collect.ts";
import { after, matching, orderOf } from "./filter.ts";
import { type LeadRow, leadColumns } from "./row.ts";

const pageSize = 50;
const mostCounted = 1000;
const mostGiven = 50;

export type Listed = LeadRow & { ownerName: string | null; ownerPhoto: string | null };
const listed = { ...leadColumns, ownerName: staff.name, ownerPhoto: staff.photo };

export async function listLeads(
  ctx: StaffCtx,
  { after: cursor, ...filter }: LeadFilter & { after?: string | undefined },
) {
  const order = orderOf(filter);
  const rows = await pageOf(ctx.db, {
    isWanted: await matching(ctx, filter),
    cursor,
    order,
    size: pageSize + 1,
  });
  return cutPage(rows, pageSize);
}

type Page = { isWanted: SQL | undefined; cursor: string | undefined; order: ReturnType<typeof orderOf>; size: number };

/** Also for the export, which reads page after page. */
export function pageOf(db: Db, { isWanted, cursor, order, size }: Page) {
  const { column, key, isUp } = order;
  const way = isUp ? sql`asc` : sql`desc`;
  // A joined select writes the table before each column, as the conditions need it.
  return db
    .select({ ...listed, key })
    .from(lead)
    .leftJoin(staff, eq(staff.id, lead.ownerId))
    .where(and(isWanted, cursor ? after(order, cursor) : undefined))
    .orderBy(sql`${column} ${way}, ${lead.id} ${way}`)
    .limit(size);
}

/** Counting a hundred thousand rows would take longer than anybody wants to know. */
export async function countLeads(ctx: StaffCtx, filter: LeadFilter, most = mostCounted) {
  const some = ctx.db
    .select({ id: lead.id })
    .from(lead)
    .where(await matching(ctx, filter))
    .limit(most + 1)
    .as("some");
  return toCounted(await ctx.db.$count(some), most);
}

/** Rows of forms that could not be brought into the inbox, and are not tried any more. */
export const isLeftOut = gte(uncollected.tries, maxTries);

export async function findListed(db: Db, leadId: string): Promise<Listed | undefined> {
  const [row] = await db
    .select(listed)
    .from(lead)
    .leftJoin(staff, eq(staff.id, lead.ownerId))
    .where(eq(lead.id, leadId));
  return row;
}

/** Others who have, or once gave, the same number or address. */
export function listSimilar(db: Db, { id, number, email }: LeadRow): Promise<Listed[]> {
  const given = alias(leadEvent, "given");
  const gave = (isSame: SQL) => db.select({ leadId: given.leadId }).from(given).where(isSame).limit(mostGiven);
  const ofHere = (value: SQL) =>
    db
      .select({ value })
      .from(given)
      .where(and(eq(given.leadId, id), isNotNull(value)))
      .limit(mostGiven);
  const isSame = or(
    number ? eq(lead.number, number) : undefined,
    email ? sql`lower(${lead.email}) = lower(${email})` : undefined,
    number ? sql`${lead.id} = any(array(${gave(eq(given.number, number))}))` : undefined,
    email ? sql`${lead.id} = any(array(${gave(sql`lower(${given.email}) = lower(${email})`)}))` : undefined,
    sql`${lead.number} = any(array(${ofHere(sql`${given.number}`)}))`,
    sql`lower(${lead.email}) = any(array(${ofHere(sql`lower(${given.email})`)}))`,
  );
  return db
    .select(listed)
    .from(lead)
    .leftJoin(staff, eq(staff.id, lead.ownerId))
    .where(and(isSame, ne(lead.id, id), isNull(lead.mergedInto)))
    .orderBy(desc(lead.cameAt))
    .limit(10);
}

export function listMerged(db: Db, leadId: string) {
  const { id, name, number, email } = lead;
  return db
    .select({ leadId: id, name, number, email })
    .from(lead)
    .where(eq(lead.mergedInto, leadId))
    .orderBy(lead.cameAt, lead.id)
    .limit(50);
}

export function toLead(row: Listed): Lead {
  const { id, name, email, number, status, lostReason, tags, source, interest, isSpam, version } = row;
  return {
    ...{ leadId: id, name, email, number, status, lostReason, tags, source, interest, isSpam, version },
    owner: ownerOf(row),
    nextCallAt: row.nextCallAt?.toISOString() ?? null,
    cameAt: row.cameAt.toISOString(),
    lastAt: row.lastAt.toISOString(),
  };
}

function ownerOf({ ownerId, ownerName, ownerPhoto }: Listed): Lead["owner"] {
  if (!ownerId) return null;
  return { staffId: ownerId, name: ownerName ?? "", ...(ownerPhoto && { photo: `/media/${ownerPhoto}` }) };
}
