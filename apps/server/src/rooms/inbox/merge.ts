import { type LeadDetail, Refusal } from "@shoreline/contract";
import { and, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { lead, leadEvent, type MergeChanges } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";
import { recordChange } from "../staff/audit.ts";
import { readLead, recordSteps } from "./change.ts";
import { lockInbox } from "./collect.ts";
import { planMerge, planSeparation, type Remaining } from "./merge-changes.ts";
import { withMerged } from "./merged.ts";
import { type LeadRow, leadColumns } from "./row.ts";

/** The other lead's history moves here, and this one gets what it does not know yet. The other row stays, so that it can be undone. */
export async function mergeLeads(ctx: StaffCtx, leadId: string, otherId: string): Promise<LeadDetail> {
  await ctx.db.transaction(async (tx) => {
    await lockInbox(tx);
    const [here, other] = [await lock(tx, leadId), await lock(tx, otherId)];
    if (!here || !other || here.id === other.id || here.mergedInto || other.mergedInto)
      throw new Refusal("UNKNOWN_LEAD");
    // What comes from a lead that is spam stays hidden: a good one would disappear with it, or the rule would be lost.
    if (here.isSpam !== other.isSpam) throw new Refusal("SPAM_AND_NOT");
    const { values, changes } = planMerge(here, other);
    await tx
      .update(leadEvent)
      .set({ leadId: here.id, fromLeadId: sql`coalesce(${leadEvent.fromLeadId}, ${other.id})` })
      .where(eq(leadEvent.leadId, other.id));
    await tx
      .update(lead)
      .set({
        ...{ mergedInto: here.id, gaveWhenMerged: gifts(here, other), changedByMerge: changes },
        version: other.version + 1,
      })
      .where(eq(lead.id, other.id));
    await tx
      .update(lead)
      .set({
        ...values,
        email: here.email ?? other.email,
        number: here.number ?? other.number,
        learnerId: here.learnerId ?? other.learnerId,
        version: here.version + 1,
      })
      .where(eq(lead.id, here.id));
    const step = {
      ...{ action: "Merged", kind: "merged" as const, text: other.name },
      ...{ before: { other: null, otherId: null }, after: { other: other.name, otherId } },
    };
    await recordSteps(tx, ctx, here, [step]);
    await recordOther(tx, ctx, other, { action: "Merged into another lead", before: null, after: here });
  });
  return readLead(ctx, leadId);
}

/** What this lead does not know and the other does. */
function gifts(here: LeadRow, other: LeadRow) {
  return (["email", "number", "learnerId"] as const).filter((field) => !here[field] && other[field]);
}

/** Both go their own way again. An address that came from the other one would join them again at the next form. */
export async function unmergeLeads(ctx: StaffCtx, leadId: string, otherId: string): Promise<LeadDetail> {
  await ctx.db.transaction(async (tx) => {
    await lockInbox(tx);
    const [here, other] = [await lock(tx, leadId), await lock(tx, otherId)];
    // A colleague may just have merged this lead into a third one, which has its history now.
    if (!here || here.mergedInto || !other || other.mergedInto !== here.id) throw new Refusal("UNKNOWN_LEAD");
    const back = await takeBack(tx, here, other);
    await tx
      .update(lead)
      .set({ mergedInto: null, gaveWhenMerged: [], changedByMerge: null, version: other.version + 1 })
      .where(eq(lead.id, other.id));
    // With the history of those who had been merged into the other one before.
    await tx
      .update(leadEvent)
      .set({ leadId: other.id, fromLeadId: sql`nullif(${leadEvent.fromLeadId}, ${other.id})` })
      .where(isFrom(here, other));
    const step = {
      ...{ action: "Separated", kind: "unmerged" as const, text: other.name },
      before: { other: other.name, otherId, ...shown(here) },
      after: { other: null, otherId: null, ...shown({ ...here, ...back }) },
    };
    await recordSteps(tx, ctx, here, [step]);
    await recordOther(tx, ctx, other, { action: "Separated from another lead", before: here, after: null });
  });
  return readLead(ctx, leadId);
}

/** The lines of a lead that came from another one, or from those that had been merged into that. */
function isFrom(here: LeadRow, other: LeadRow): SQL | undefined {
  return and(eq(leadEvent.leadId, here.id), sql`${leadEvent.fromLeadId} in ${withMerged([other.id])}`);
}

type Partner = { action: string; before: LeadRow | null; after: LeadRow | null };

/** The other lead has an entry of its own in the audit log. */
async function recordOther(tx: Db, ctx: StaffCtx, other: LeadRow, { action, before, after }: Partner): Promise<void> {
  const partner = (row: LeadRow | null) => ({ mergedInto: row?.name ?? null, otherId: row?.id ?? null });
  const about = { kind: "lead" as const, thingId: other.id, thing: other.name };
  await recordChange(tx, ctx, { ...about, action, before: partner(before), after: partner(after) });
}

/**
 * Takes from this lead again what the other one gave to it, at the merge and with each line since. `top` is the lead that has the
 * lines, if this one was merged itself. Merges of earlier releases remember nothing: what they changed stays.
 */
export async function takeBack(tx: Db, here: LeadRow, other: LeadRow, top = here): Promise<Partial<LeadRow>> {
  const { rows } = await tx.execute<{ id: string }>(withMerged([other.id]));
  const gone = new Set(rows.map(({ id }) => id));
  const lines = await tx
    .select({ id: leadEvent.id, from: leadEvent.fromLeadId, changes: leadEvent.changedLead })
    .from(leadEvent)
    .where(and(eq(leadEvent.leadId, top.id), isNotNull(leadEvent.changedLead)))
    .orderBy(desc(leadEvent.id));
  const isTheirs = ({ from }: (typeof lines)[number]) => from !== null && gone.has(from);
  const changesHere = ({ changes }: (typeof lines)[number]) => changes?.[here.id] ?? {};
  const newestFirst = [...lines.filter(isTheirs).map(changesHere), other.changedByMerge ?? {}];
  const staying = lines.filter((line) => !isTheirs(line));
  const back = await separate(tx, here, { newestFirst, remaining: await listRemaining(tx, here, other, staying) });
  const taken = other.gaveWhenMerged.filter((field) => here[field] === other[field]);
  Object.assign(back, Object.fromEntries(taken.map((field) => [field, null])));
  await tx
    .update(lead)
    .set({ ...back, version: here.version + 1 })
    .where(eq(lead.id, here.id));
  return back;
}

type StayingLine = { id: number; changes: Record<string, MergeChanges> | null };
const lineKey = "line ";

async function listRemaining(tx: Db, here: LeadRow, other: LeadRow, lines: StayingLine[]): Promise<Remaining[]> {
  const merged = await tx
    .select({ id: lead.id, tags: lead.tags, changedByMerge: lead.changedByMerge })
    .from(lead)
    .where(and(eq(lead.mergedInto, here.id), ne(lead.id, other.id)));
  const ofLines = lines.map(({ id, changes }) => ({
    ...{ id: lineKey + id, tags: [], changedByMerge: changes?.[here.id] ?? null },
  }));
  return [...merged, ...ofLines];
}

type Separation = { newestFirst: MergeChanges[]; remaining: Remaining[] };

async function separate(tx: Db, here: LeadRow, { newestFirst, remaining }: Separation): Promise<Partial<LeadRow>> {
  const back: Partial<LeadRow> = {};
  const rewritten = new Map<string, MergeChanges>();
  for (const changes of newestFirst) {
    const now = remaining.map((one) => ({ ...one, changedByMerge: rewritten.get(one.id) ?? one.changedByMerge }));
    const { values, remembered } = planSeparation({ ...here, ...back }, changes, now);
    Object.assign(back, values);
    for (const [id, one] of remembered) rewritten.set(id, one);
  }
  for (const [id, changes] of rewritten)
    if (id.startsWith(lineKey))
      await tx
        .update(leadEvent)
        .set({ changedLead: sql`${leadEvent.changedLead} || ${JSON.stringify({ [here.id]: changes })}::jsonb` })
        .where(eq(leadEvent.id, Number(id.slice(lineKey.length))));
    else await tx.update(lead).set({ changedByMerge: changes }).where(eq(lead.id, id));
  // An owner who has gone with the demo meanwhile cannot come back.
  const isGone = back.ownerId && (await tx.$count(staff, eq(staff.id, back.ownerId))) === 0;
  return isGone ? { ...back, ownerId: null, assignedAt: null } : back;
}

function shown({ status, nextCallAt, tags }: Pick<LeadRow, "status" | "nextCallAt" | "tags">) {
  return { status, nextCall: nextCallAt?.toISOString() ?? null, tags };
}

export async function lock(tx: Db, id: string): Promise<LeadRow | undefined> {
  const [row] = await tx.select(leadColumns).from(lead).where(eq(lead.id, id)).for("update");
  return row;
}
