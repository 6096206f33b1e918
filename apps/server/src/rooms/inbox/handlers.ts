import { type LeadDetail, Refusal } from "@shoreline/contract";
import type { Handlers, StaffCtx } from "../../context.ts";
import { recordChange } from "../staff/audit.ts";
import { changeMany, handOver } from "./bulk.ts";
import { addNote, changeLead, mailLead, markSpam, readLead } from "./change.ts";
import { addSent, collect, findLead, lockInbox } from "./collect.ts";
import { exportLeads, exportSheet } from "./export.ts";
import { checkImport, importLeads } from "./import.ts";
import { mergeLeads, unmergeLeads } from "./merge.ts";
import { countLeads, listLeads, toLead } from "./queries.ts";
import { changeAssignment, listTemplates, readOwners, removeTemplate, saveTemplate } from "./templates.ts";
import { listViews, removeView, saveView } from "./views.ts";

export const inboxHandlers: Handlers<"inbox"> = {
  async list(ctx, filter) {
    // Who looks sees everything that has come: nobody waits for the next turn of a job.
    await collect(ctx);
    const { page, next } = await listLeads(ctx, filter);
    return { leads: page.map(toLead), next };
  },
  async counts(ctx, filter) {
    await collect(ctx);
    return countLeads(ctx, filter);
  },
  owners: readOwners,
  async read(ctx, { leadId }) {
    await collect(ctx);
    return readLead(ctx, leadId);
  },
  create: createLead,
  change: (ctx, { leadId, ...change }) => changeLead(ctx, leadId, change),
  note: (ctx, { leadId, ...note }) => addNote(ctx, leadId, note),
  mail: (ctx, { leadId, ...mail }) => mailLead(ctx, leadId, mail),
  merge: (ctx, { leadId, otherId }) => mergeLeads(ctx, leadId, otherId),
  unmerge: (ctx, { leadId, otherId }) => unmergeLeads(ctx, leadId, otherId),
  spam: (ctx, { leadId, isSpam }) => markSpam(ctx, leadId, isSpam),
  bulk: changeMany,
  handOver,
  export: exportLeads,
  exportSheet,
  checkImport,
  import: importLeads,
  async templates({ db }) {
    return { templates: await listTemplates(db) };
  },
  async saveTemplate(ctx, template) {
    return { templates: await saveTemplate(ctx, template) };
  },
  async removeTemplate(ctx, { templateId }) {
    return { templates: await removeTemplate(ctx, templateId) };
  },
  async views(ctx) {
    return { views: await listViews(ctx) };
  },
  async saveView(ctx, view) {
    return { views: await saveView(ctx, view) };
  },
  async removeView(ctx, { viewId }) {
    return { views: await removeView(ctx, viewId) };
  },
  async changeAssignment(ctx, assignment) {
    await changeAssignment(ctx, assignment);
    return { message: "Saved." };
  },
};

type NewLead = {
  name: string;
  email: string | null;
  number: string | null;
  interest?: string | undefined;
  note?: string | undefined;
};

/** Somebody who called or came by. A known person gets a line in their history. */
async function createLead(ctx: StaffCtx, { name, email, number, interest, note = "" }: NewLead): Promise<LeadDetail> {
  if (!email && !number)
    throw new Refusal("INVALID_INPUT", { fields: { number: "Enter a number or an e-mail address" } });
  const { staff, clock } = ctx;
  const leadId = await ctx.db.transaction(async (tx) => {
    await lockInbox(tx);
    const facts = { Name: name, ...(interest ? { Course: interest } : {}) };
    const sent = { kind: "hand" as const, at: clock.now(), name, email, number, text: note, facts };
    const known = await findLead(tx, sent);
    const id = await addSent(
      tx,
      { ...sent, ...(interest ? { interest } : {}) },
      { clock, by: staff, isDemo: staff.isDemo },
    );
    await recordChange(tx, ctx, {
      ...{ action: known ? "Added to a known lead" : "Added a lead", kind: "lead", thingId: id ?? "", thing: name },
      after: { name, email, number, interest },
    });
    return id ?? "";
  });
  return readLead(ctx, leadId);
}
