import { type LeadDetail, Refusal } from "@shoreline/contract";
import { and, eq, ne, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";
import { readLead, recordSteps } from "./change.ts";
import { type LeadRow, leadColumns, lockInbox } from "./collect.ts";
import { planMerge, planSeparation } from "./merge-changes.ts";

/** The other lead's history moves here, and this one gets what it does not know yet. The other row stays, so that it can be undone. */
export async function mergeLeads(ctx: StaffCtx, leadId: string, otherId: string): Promise<LeadDetail> {
  await ctx.db.transaction(async (tx) => {
    await lockInbox(tx);
    const [here, other] = [await lock(tx, leadId), await lock(tx, otherId)];
    if (!here || !other || here.id === other.id || here.mergedInto || other.mergedInto)
      throw new Refusal("UNKNOWN_LEAD");
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
    if (!here || !other || other.mergedInto !== here.id) throw new Refusal("UNKNOWN_LEAD");
    await tx
      .update(lead)
      .set({ mergedInto: null, gaveWhenMerged: [], changedByMerge: null, version: other.version + 1 })
      .where(eq(lead.id, other.id));
    // With the history of those who had been merged into the other one before.
    await tx.execute(sql`
      with recursive gone as (
        select id from lead where id = ${other.id} union all select l.id from lead l join gone on l.merged_into = gone.id
      )
      update lead_event set lead_id = ${other.id}, from_lead_id = nullif(from_lead_id, ${other.id})
      where lead_id = ${here.id} and from_lead_id in (select id from gone)`);
    const back = await takeBack(tx, here, other);
    await moveSince(tx, { ...here, ...back }, other);
    const step = {
      ...{ action: "Separated", kind: "unmerged" as const, text: other.name },
      before: { other: other.name, otherId, ...shown(here) },
      after: { other: null, otherId: null, ...shown({ ...here, ...back }) },
    };
    await recordSteps(tx, ctx, here, [step]);
  });
  return readLead(ctx, leadId);
}

/** What came from the other's number or address since the merge goes along too, unless this lead has the same. */
async function moveSince(tx: Db, here: LeadRow, other: LeadRow): Promise<void> {
  const isAlsoHere = sql`(${leadEvent.number} = ${here.number} or lower(${leadEvent.email}) = lower(${here.email}))`;
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    with moved as (
      update ${leadEvent} set lead_id = ${other.id}
      where ${leadEvent.leadId} = ${here.id} and ${leadEvent.fromLeadId} is null and ${leadEvent.staffId} is null
        and (${leadEvent.number} = ${other.number} or lower(${leadEvent.email}) = lower(${other.email}))
        and ${isAlsoHere} is not true
        and ${leadEvent.id} > (
          select max(merged.id) from lead_event merged
          where merged.lead_id = ${here.id} and merged.kind = 'merged' and merged.text = ${other.name}
        )
      returning ${leadEvent.at}
    )
    select max(at) as last from moved`);
  const [{ last } = { last: null }] = rows;
  if (last)
    await tx
      .update(lead)
      .set({ lastAt: new Date(last) })
      .where(eq(lead.id, other.id));
}

/** Takes what the other one gave to this lead from it again. */
export async function takeBack(tx: Db, here: LeadRow, other: LeadRow): Promise<Partial<LeadRow>> {
  const taken = other.gaveWhenMerged.filter((field) => here[field] === other[field]);
  const back = { ...(await readFormer(tx, here, other)), ...Object.fromEntries(taken.map((field) => [field, null])) };
  await tx
    .update(lead)
    .set({ ...back, version: here.version + 1 })
    .where(eq(lead.id, here.id));
  return back;
}

/** Merges of earlier releases remember nothing: what they changed stays. */
async function readFormer(tx: Db, here: LeadRow, other: LeadRow): Promise<Partial<LeadRow>> {
  if (!other.changedByMerge) return {};
  const remaining = await tx
    .select({ id: lead.id, tags: lead.tags, changedByMerge: lead.changedByMerge })
    .from(lead)
    .where(and(eq(lead.mergedInto, here.id), ne(lead.id, other.id)));
  const { values, remembered } = planSeparation(here, other.changedByMerge, remaining);
  for (const [id, changedByMerge] of remembered) await tx.update(lead).set({ changedByMerge }).where(eq(lead.id, id));
  // An owner who has gone with the demo meanwhile cannot come back.
  const isGone = values.ownerId && (await tx.$count(staff, eq(staff.id, values.ownerId))) === 0;
  return isGone ? { ...values, ownerId: null, assignedAt: null } : values;
}

function shown({ status, nextCallAt, tags }: Pick<LeadRow, "status" | "nextCallAt" | "tags">) {
  return { status, nextCall: nextCallAt?.toISOString() ?? null, tags };
}

export async function lock(tx: Db, id: string): Promise<LeadRow | undefined> {
  const [row] = await tx.select(leadColumns).from(lead).where(eq(lead.id, id)).for("update");
  return row;
}
