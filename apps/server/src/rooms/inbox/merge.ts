import { type LeadDetail, Refusal } from "@shoreline/contract";
import { maxTags } from "@shoreline/domain/inbox";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { readLead, recordSteps } from "./change.ts";
import { type LeadRow, leadColumns, lockInbox } from "./collect.ts";

/** The other lead's history moves here, and this one gets what it does not know yet. The other row stays, so that it can be undone. */
export async function mergeLeads(ctx: StaffCtx, leadId: string, otherId: string): Promise<LeadDetail> {
  await ctx.db.transaction(async (tx) => {
    await lockInbox(tx);
    const [here, other] = [await lock(tx, leadId), await lock(tx, otherId)];
    if (!here || !other || here.id === other.id || here.mergedInto || other.mergedInto)
      throw new Refusal("UNKNOWN_LEAD");
    await tx
      .update(leadEvent)
      .set({ leadId: here.id, fromLeadId: sql`coalesce(${leadEvent.fromLeadId}, ${other.id})` })
      .where(eq(leadEvent.leadId, other.id));
    await tx
      .update(lead)
      .set({ mergedInto: here.id, gaveWhenMerged: gifts(here, other), version: other.version + 1 })
      .where(eq(lead.id, other.id));
    await tx
      .update(lead)
      .set({
        email: here.email ?? other.email,
        number: here.number ?? other.number,
        learnerId: here.learnerId ?? other.learnerId,
        interest: here.interest || other.interest,
        tags: [...new Set([...here.tags, ...other.tags])].slice(0, maxTags),
        firstCallAt: here.firstCallAt ?? other.firstCallAt,
        ...(other.status === "enrolled" ? { status: other.status, lostReason: null } : {}),
        ownerId: here.ownerId ?? other.ownerId,
        nextCallAt: here.nextCallAt ?? other.nextCallAt,
        ...(other.cameAt < here.cameAt ? originOf(other) : {}),
        ...(other.lastAt > here.lastAt ? { lastAt: other.lastAt } : {}),
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

function originOf({ cameAt, source, landingPage, campaign }: LeadRow) {
  return { cameAt, source, landingPage, campaign };
}

/** Both go their own way again. An address that came from the other one would join them again at the next form. */
export async function unmergeLeads(ctx: StaffCtx, leadId: string, otherId: string): Promise<LeadDetail> {
  await ctx.db.transaction(async (tx) => {
    await lockInbox(tx);
    const [here, other] = [await lock(tx, leadId), await lock(tx, otherId)];
    if (!here || !other || other.mergedInto !== here.id) throw new Refusal("UNKNOWN_LEAD");
    await tx
      .update(lead)
      .set({ mergedInto: null, gaveWhenMerged: [], version: other.version + 1 })
      .where(eq(lead.id, other.id));
    // With the history of those who had been merged into the other one before.
    await tx.execute(sql`
      with recursive gone as (
        select id from lead where id = ${other.id} union all select l.id from lead l join gone on l.merged_into = gone.id
      )
      update lead_event set lead_id = ${other.id}, from_lead_id = nullif(from_lead_id, ${other.id})
      where lead_id = ${here.id} and from_lead_id in (select id from gone)`);
    const taken = other.gaveWhenMerged.filter((field) => here[field] === other[field]);
    await tx
      .update(lead)
      .set({ ...Object.fromEntries(taken.map((field) => [field, null])), version: here.version + 1 })
      .where(eq(lead.id, here.id));
    const step = {
      action: "Separated",
      kind: "unmerged" as const,
      text: other.name,
      before: { other: other.name, otherId },
      after: { other: null, otherId: null },
    };
    await recordSteps(tx, ctx, here, [step]);
  });
  return readLead(ctx, leadId);
}

async function lock(tx: StaffCtx["db"], id: string): Promise<LeadRow | undefined> {
  const [row] = await tx.select(leadColumns).from(lead).where(eq(lead.id, id)).for("update");
  return row;
}
