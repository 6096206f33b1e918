import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { type Author, recordChange } from "../staff/audit.ts";
import { planFollow } from "./plan-follow.ts";
import { type LeadRow, leadColumns } from "./row.ts";
import type { Sent } from "./sources.ts";

type Address = Pick<Sent, "number" | "email" | "learnerId">;

/** These leads, and those that were merged into them, directly or through another lead. */
export function withMerged(ids: string[]): SQL {
  return sql`(
    with recursive one as (
      select unnest(${sql.param(ids)}::uuid[]) as id
      union select l.id from lead l join one on l.merged_into = one.id
    ) select id from one)`;
}

/**
 * The merged lead that would get this if nobody had merged it, and those on its way up to this one, which is left out. Empty:
 * this lead itself would get it.
 */
export async function findMerged(tx: Db, known: LeadRow, sent: Address): Promise<LeadRow[]> {
  const others = await listMergedOf(tx, [known.id]);
  if (others.length === 0) return [];
  const found = placeAmong([known, ...others], sent) ?? (await findByLine(tx, { known, others, sent }));
  const way: LeadRow[] = [];
  for (let one = found; one && one.id !== known.id; one = others.find(({ id }) => id === one?.mergedInto))
    way.push(one);
  return way;
}

const fields = ["number", "email", "learnerId"] as const;

/** By number first, as everywhere. An address that came from a merged lead is that one's. */
export function placeAmong(rows: LeadRow[], sent: Address): LeadRow | undefined {
  const isGiven = (row: LeadRow, field: (typeof fields)[number]) =>
    rows.some((one) => one.mergedInto === row.id && one.gaveWhenMerged.includes(field) && one[field] === row[field]);
  const hasSame = (row: LeadRow, field: (typeof fields)[number]) =>
    Boolean(sent[field]) && row[field]?.toLowerCase() === sent[field]?.toLowerCase() && !isGiven(row, field);
  for (const field of fields) {
    const found = rows.find((row) => hasSame(row, field));
    if (found) return found;
  }
  return undefined;
}

type Among = { known: LeadRow; others: LeadRow[]; sent: Address };

/** Whose line first had this number or address. */
async function findByLine(tx: Db, { known, others, sent }: Among): Promise<LeadRow | undefined> {
  const isSame = or(
    sent.number ? eq(leadEvent.number, sent.number) : undefined,
    sent.email ? sql`lower(${leadEvent.email}) = lower(${sent.email})` : undefined,
  );
  const [line] = isSame
    ? await tx
        .select({ fromLeadId: leadEvent.fromLeadId })
        .from(leadEvent)
        .where(and(eq(leadEvent.leadId, known.id), isSame))
        .orderBy(asc(leadEvent.id))
        .limit(1)
    : [];
  return others.find(({ id }) => id === line?.fromLeadId);
}

type Following = { known: LeadRow; sent: Sent; author: Author };

/** Merged leads go on in the background, so that they are up to date on the day on which they are separated. */
export async function followMerged(tx: Db, way: LeadRow[], { known, sent, author }: Following): Promise<void> {
  for (const [n, merged] of way.entries()) {
    const above = way[n + 1] ?? known;
    const plan = planFollow(merged, sent);
    const gave = fields.filter((field) => !above[field] && plan.values[field]);
    await tx
      .update(lead)
      .set({ ...plan.values, gaveWhenMerged: [...new Set([...merged.gaveWhenMerged, ...gave])] })
      .where(eq(lead.id, merged.id));
    await recordFollow(tx, author, merged, plan);
  }
}

/** What a form has changed on a lead, for the audit log. */
export async function recordFollow(
  tx: Db,
  author: Author,
  row: LeadRow,
  { gained, action }: ReturnType<typeof planFollow>,
): Promise<void> {
  if (Object.keys(gained).length === 0) return;
  const about = { kind: "lead" as const, thingId: row.id, thing: row.name };
  const from = author.staff ? "Got details by hand" : "Got details from a form";
  const before = Object.fromEntries(Object.keys(gained).map((name) => [name, row[name as keyof LeadRow]]));
  await recordChange(tx, author, { ...about, action: action ?? from, before, after: gained });
}

/** Those that were merged into one of these. */
export async function listMergedOf(tx: Db, ids: string[]): Promise<LeadRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select(leadColumns)
    .from(lead)
    .where(sql`${lead.id} in ${withMerged(ids)} and ${lead.mergedInto} is not null`)
    .orderBy(asc(lead.cameAt), asc(lead.id));
}
