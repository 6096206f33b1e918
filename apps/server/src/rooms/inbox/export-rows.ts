import type { LeadFilter } from "@shoreline/contract";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { writeCursor } from "../../db/cursor.ts";
import { lead } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";
import { after, orderOf } from "./filter.ts";

const { id, name, number, email, status, lostReason, nextCallAt, interest, source, campaign, tags, cameAt, lastAt } =
  lead;
/** Only what the file shows: what else a lead has would cost as much to read again. */
const exported = {
  ...{ id, name, number, email, status, lostReason, nextCallAt, interest, source, campaign, tags, cameAt, lastAt },
  ownerName: staff.name,
};
export type ExportRow = Awaited<ReturnType<typeof readPage>>[number];

type Column = { heading: string; width: number; read(row: ExportRow): string | Date | null };

/** "Came from" and not "Source": an import reads that as the name of a campaign. */
export const exportColumns: Column[] = [
  { heading: "Name", width: 26, read: (row) => row.name },
  { heading: "Mobile", width: 16, read: (row) => row.number },
  { heading: "E-mail", width: 30, read: (row) => row.email },
  { heading: "Status", width: 12, read: (row) => row.status },
  { heading: "Lost because", width: 20, read: (row) => row.lostReason },
  { heading: "Owner", width: 20, read: (row) => row.ownerName },
  { heading: "Next call", width: 18, read: (row) => row.nextCallAt },
  { heading: "Asked about", width: 24, read: (row) => row.interest },
  { heading: "Came from", width: 14, read: (row) => row.source },
  { heading: "Campaign", width: 20, read: (row) => row.campaign.utm_campaign ?? null },
  { heading: "Tags", width: 24, read: (row) => row.tags.join(", ") },
  { heading: "Came on", width: 18, read: (row) => row.cameAt },
  { heading: "Last active", width: 18, read: (row) => row.lastAt },
];

const rowsAtOnce = 2000;

/** Page after page, so that a million leads need no more memory than two thousand. */
export async function* readPages(db: Db, filter: LeadFilter, isWanted: SQL | undefined) {
  for (let cursor: string | undefined; ; ) {
    const rows = await readPage(db, { filter, isWanted, cursor });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    cursor = writeCursor(last);
  }
}

type Page = { filter: LeadFilter; isWanted: SQL | undefined; cursor: string | undefined };

function readPage(db: Db, { filter, isWanted, cursor }: Page) {
  const order = orderOf(filter);
  const way = order.isUp ? sql`asc` : sql`desc`;
  return db.transaction(async (tx) => {
    // Before it has counted a table, PostgreSQL sorts all that is left for each page, where it could walk on in the index.
    await tx.execute(sql`set local enable_sort = off`);
    return tx
      .select({ ...exported, key: order.key })
      .from(lead)
      .leftJoin(staff, eq(staff.id, lead.ownerId))
      .where(and(isWanted, cursor ? after(order, cursor) : undefined))
      .orderBy(sql`${order.column} ${way}, ${lead.id} ${way}`)
      .limit(rowsAtOnce);
  });
}
