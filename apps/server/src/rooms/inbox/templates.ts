import { type LeadTemplate, Refusal } from "@shoreline/contract";
import type { Assignment, ContactKind } from "@shoreline/domain/inbox";
import { mayDo } from "@shoreline/domain/staff";
import { asc, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { inboxSetting, leadTag, leadTemplate, plainTags } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";
import { recordChange } from "../staff/audit.ts";
import { listTakers } from "./turn.ts";

export async function listTemplates(db: Db): Promise<LeadTemplate[]> {
  const rows = await db.select().from(leadTemplate).orderBy(asc(leadTemplate.name), asc(leadTemplate.id)).limit(200);
  return rows.map(({ id, name, kind, subject, text, version }) => ({
    templateId: id,
    name,
    kind,
    subject,
    text,
    version,
  }));
}

type Written = {
  templateId?: string | undefined;
  name: string;
  kind: ContactKind;
  subject: string;
  text: string;
  version?: number | undefined;
};

export async function saveTemplate(
  ctx: StaffCtx,
  { templateId, version, ...values }: Written,
): Promise<LeadTemplate[]> {
  const { staff } = ctx;
  await ctx.db.transaction(async (tx) => {
    if (!templateId) {
      const [added] = await tx
        .insert(leadTemplate)
        .values({ ...values, isDemo: staff.isDemo })
        .returning();
      await record(tx, ctx, { id: added?.id ?? "", name: values.name, action: "Added a template", after: values });
      return;
    }
    const [row] = await tx.select().from(leadTemplate).where(eq(leadTemplate.id, templateId)).for("update");
    if (!row) throw new Refusal("UNKNOWN_TEMPLATE");
    if (row.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    await tx
      .update(leadTemplate)
      .set({ ...values, version: version + 1 })
      .where(eq(leadTemplate.id, templateId));
    const { name, kind, subject, text } = row;
    const before = { name, kind, subject, text };
    await record(tx, ctx, { id: row.id, name: values.name, action: "Changed a template", before, after: values });
  });
  return listTemplates(ctx.db);
}

export async function removeTemplate(ctx: StaffCtx, templateId: string): Promise<LeadTemplate[]> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.delete(leadTemplate).where(eq(leadTemplate.id, templateId)).returning();
    if (!row) throw new Refusal("UNKNOWN_TEMPLATE");
    const { id, name, kind, subject, text } = row;
    await record(tx, ctx, { id, name, action: "Removed a template", before: { name, kind, subject, text } });
  });
  return listTemplates(ctx.db);
}

type Line = { id: string; name: string; action: string; before?: object; after?: object };

function record(tx: Db, ctx: StaffCtx, { id, name, action, before, after }: Line): Promise<void> {
  return recordChange(tx, ctx, {
    ...{ action, kind: "template", thingId: id, thing: name },
    ...(before && { before: { ...before } }),
    ...(after && { after: { ...after } }),
  });
}

const mostTags = 200;

/** Who has entered a demonstration sees its invented people only. */
export async function readOwners({ db, staff: me }: Pick<StaffCtx, "db" | "staff">) {
  // For each person one look into the index `lead_assigned`.
  const hasLeads = sql<boolean>`exists (select from lead where lead.owner_id = staff.id)`;
  const people = await db
    .select({ staffId: staff.id, name: staff.name, roles: staff.roles, closedAt: staff.closedAt, hasLeads })
    .from(staff)
    .where(me.isDemo ? eq(staff.isDemo, true) : undefined)
    .orderBy(asc(staff.name));
  const isOwner = ({ roles, closedAt }: (typeof people)[number]) => !closedAt && mayDo(roles, "change leads");
  const toOwner = ({ staffId, name }: (typeof people)[number]) => ({ staffId, name });
  const isInUse = sql`exists (select from lead where ${plainTags(sql`lead.tags`)} @> jsonb_build_array(${leadTag.small}))`;
  const tags = await db
    .select({ tag: leadTag.tag })
    .from(leadTag)
    .where(isInUse)
    .orderBy(asc(leadTag.small))
    .limit(mostTags);
  const [setting] = await db.select().from(inboxSetting);
  return {
    owners: people.filter(isOwner).map(toOwner),
    former: people.filter((person) => person.hasLeads && !isOwner(person)).map(toOwner),
    tags: tags.map(({ tag }) => tag),
    assignment: setting?.assignment ?? "by hand",
    takers: (await listTakers(db)).filter(({ isDemo }) => isDemo || !me.isDemo).map(({ name }) => name),
    version: setting?.version ?? 0,
  };
}

export async function changeAssignment(
  ctx: StaffCtx,
  given: { assignment: Assignment; version: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.insert(inboxSetting).values({}).onConflictDoNothing();
    const [row] = await tx.select().from(inboxSetting).for("update");
    if (!row || row.version !== given.version) throw new Refusal("CHANGED_MEANWHILE");
    if (row.assignment === given.assignment) return;
    await tx.update(inboxSetting).set({ assignment: given.assignment, version: row.version + 1 });
    await recordChange(tx, ctx, {
      ...{ action: "Changed how leads get an owner", kind: "setting", thingId: "inbox", thing: "Leads" },
      ...{ before: { assignment: row.assignment }, after: { assignment: given.assignment } },
    });
  });
}
