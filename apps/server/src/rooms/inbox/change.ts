import { type LeadChange, type LeadDetail, Refusal } from "@shoreline/contract";
import { type ContactKind, contactKinds, type LeadEventKind } from "@shoreline/domain/inbox";
import { mayDo } from "@shoreline/domain/staff";
import { eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findLastChange, recordChange } from "../staff/audit.ts";
import { readHistory } from "./history.ts";
import { letter } from "./mails.ts";
import { findListed, listMerged, listSimilar, toLead } from "./queries.ts";
import { type LeadRow, leadColumns } from "./row.ts";
import { asInUse } from "./tags.ts";

export async function readLead({ db, clock }: Pick<StaffCtx, "db" | "clock">, leadId: string): Promise<LeadDetail> {
  const row = await findListed(db, leadId);
  // A link to a lead that was merged leads to the one that goes on.
  if (row?.mergedInto) return readLead({ db, clock }, row.mergedInto);
  if (!row) throw new Refusal("UNKNOWN_LEAD");
  const [events, similar, merged, lastChange] = await Promise.all([
    readHistory({ db, clock }, row),
    listSimilar(db, row),
    listMerged(db, row.id),
    findLastChange(db, row.id),
  ]);
  return {
    ...toLead(row),
    landingPage: row.landingPage,
    campaign: row.campaign,
    firstCallAt: row.firstCallAt?.toISOString() ?? null,
    events,
    similar: similar.map(toLead),
    merged,
    lastChange,
  };
}

export type Step = { action: string; kind: LeadEventKind; text: string; before?: Values; after?: Values };
type Values = Record<string, unknown>;

/** Changes a lead under its lock, with its line in the history and in the audit log. No steps: nothing was changed. */
async function withLead(
  ctx: StaffCtx,
  leadId: string,
  work: (tx: Db, row: LeadRow) => Promise<Step[]>,
): Promise<LeadDetail> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select(leadColumns).from(lead).where(eq(lead.id, leadId)).for("update");
    if (!row || row.mergedInto) throw new Refusal("UNKNOWN_LEAD");
    await recordSteps(tx, ctx, row, await work(tx, row));
  });
  return readLead(ctx, leadId);
}

export async function recordSteps(tx: Db, ctx: StaffCtx, row: LeadRow, steps: Step[]): Promise<void> {
  const { staff, clock } = ctx;
  for (const { action, kind, text, before, after } of steps) {
    await tx
      .insert(leadEvent)
      .values({ leadId: row.id, kind, text, at: clock.now(), staffId: staff.id, who: staff.name });
    await recordChange(tx, ctx, {
      ...{ action, kind: "lead", thingId: row.id, thing: row.name },
      ...(before && { before }),
      ...(after && { after }),
    });
  }
}

export function changeLead(ctx: StaffCtx, leadId: string, { version, ...change }: LeadChange & { version: number }) {
  return withLead(ctx, leadId, async (tx, row) => {
    if (row.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    const steps = await applyChange(tx, ctx, row, change);
    const { email = row.email, number = row.number } = change;
    if (!email && !number)
      throw new Refusal("INVALID_INPUT", { fields: { number: "Enter a number or an e-mail address" } });
    return steps;
  });
}

/** Writes what differs, and says what it was. */
async function applyChange(tx: Db, ctx: StaffCtx, row: LeadRow, change: LeadChange): Promise<Step[]> {
  const isOther = change.ownerId !== undefined && change.ownerId !== row.ownerId;
  const owner = {
    from: isOther ? await nameOf(tx, row.ownerId) : null,
    to: isOther ? await nameOf(tx, change.ownerId ?? null, { mustWork: true }) : null,
  };
  const tags = change.tags && (await asInUse(tx, change.tags));
  const { values, steps } = planChange(row, { ...change, ...(tags && { tags }) }, { now: ctx.clock.now(), owner });
  if (steps.length > 0)
    await tx
      .update(lead)
      .set({ ...values, version: row.version + 1 })
      .where(eq(lead.id, row.id));
  return steps;
}

export type Names = { now: Date; owner: { from: string | null; to: string | null } };

/** What a change means for a lead: the new values, and a line of its history for each part. `tags` have each tag once. */
export function planChange(row: LeadRow, change: LeadChange, { now, owner }: Names) {
  const { ownerId, status, tags, lostReason } = change;
  // Nobody is called who is won or lost.
  const isClosing = status !== undefined && status !== row.status && (status === "lost" || status === "enrolled");
  const nextCallAt = isClosing ? null : change.nextCallAt;
  const steps: Step[] = [];
  const values: Partial<LeadRow> = {};
  if (status !== undefined && (status !== row.status || (lostReason !== undefined && lostReason !== row.lostReason))) {
    const reason = status === "lost" ? (lostReason ?? null) : null;
    Object.assign(values, { status, lostReason: reason });
    const text = reason ? `${status}: ${reason}` : status;
    const before = { status: row.status, reason: row.lostReason };
    steps.push({ action: "Changed the status", kind: "status", text, before, after: { status, reason } });
  }
  if (ownerId !== undefined && ownerId !== row.ownerId) {
    Object.assign(values, { ownerId, assignedAt: ownerId ? now : null });
    const [before, after] = [{ owner: owner.from }, { owner: owner.to }];
    steps.push({ action: "Changed the owner", kind: "owner", text: owner.to ?? "nobody", before, after });
  }
  // As we write them: a moment may come with or without milliseconds.
  const planned = row.nextCallAt?.toISOString() ?? null;
  const wanted = nextCallAt ? new Date(nextCallAt).toISOString() : null;
  if (nextCallAt !== undefined && wanted !== planned) {
    Object.assign(values, { nextCallAt: wanted ? new Date(wanted) : null, remindedAt: null });
    const [before, after] = [{ nextCall: planned }, { nextCall: wanted }];
    steps.push({ action: "Planned the next call", kind: "next call", text: wanted ?? "none", before, after });
  }
  if (tags !== undefined && tags.join() !== row.tags.join()) {
    values.tags = tags;
    const [before, after] = [{ tags: row.tags }, { tags: values.tags }];
    steps.push({
      action: "Changed the tags",
      kind: "details",
      text: `Tags: ${values.tags.join(", ") || "none"}`,
      before,
      after,
    });
  }
  const details = (["name", "email", "number"] as const).filter(
    (field) => change[field] !== undefined && change[field] !== row[field],
  );
  if (details.length > 0) {
    const pick = (from: Values) => Object.fromEntries(details.map((field) => [field, from[field]]));
    Object.assign(values, pick(change));
    const [before, after] = [pick(row), pick(change)];
    steps.push({
      action: "Changed the details",
      kind: "details",
      text: `Changed: ${details.join(", ")}`,
      before,
      after,
    });
  }
  return { values, steps };
}

/** The name of an owner. A new one must be able to work with leads. */
export async function nameOf(tx: Db, staffId: string | null, { mustWork = false } = {}): Promise<string | null> {
  if (!staffId) return null;
  const [person] = await tx.select().from(staff).where(eq(staff.id, staffId));
  if (mustWork && (!person || person.closedAt || !mayDo(person.roles, "change leads")))
    throw new Refusal("UNKNOWN_STAFF");
  return person?.name ?? null;
}

type Note = { kind: ContactKind | "note"; text: string };

export function addNote(ctx: StaffCtx, leadId: string, { kind, text }: Note): Promise<LeadDetail> {
  const actions = { note: "Wrote a note", call: "Called", whatsapp: "Wrote by WhatsApp", mail: "Wrote a mail" };
  return withLead(ctx, leadId, async (tx, row) => {
    const steps = isContact(kind) ? await markContacted(tx, ctx, row) : [];
    return [...steps, { action: actions[kind], kind, text }];
  });
}

function isContact(kind: string): kind is ContactKind {
  return (contactKinds as readonly string[]).includes(kind);
}

/** The first call counts, and a new lead is not new any more. */
async function markContacted(tx: Db, { clock }: StaffCtx, row: LeadRow): Promise<Step[]> {
  const change: LeadChange = row.status === "new" ? { status: "contacted" } : {};
  const { values, steps } = planChange(row, change, { now: clock.now(), owner: { from: null, to: null } });
  await tx
    .update(lead)
    .set({
      firstCallAt: row.firstCallAt ?? clock.now(),
      ...(steps.length > 0 ? { ...values, version: row.version + 1 } : {}),
    })
    .where(eq(lead.id, row.id));
  return steps;
}

const mailsOfDemo = { points: 30, seconds: 86_400 };

/** In a demonstration everybody is staff, and anybody's address can be typed. */
export async function limitDemoMails(ctx: StaffCtx): Promise<void> {
  if (ctx.staff.isDemo && (await ctx.counter("demo.mail", mailsOfDemo).count(ctx.address ?? "")) > mailsOfDemo.points)
    throw new Refusal("DEMO_LIMIT");
}

const noticesOfDemo = { points: 100, seconds: 86_400 };

/** Of classes, places and certificates: in our words, and only to learners who have registered. Who tries out the console moves many. */
export async function limitDemoNotices(ctx: StaffCtx): Promise<void> {
  const { points } = noticesOfDemo;
  if (ctx.staff.isDemo && (await ctx.counter("demo.notice", noticesOfDemo).count(ctx.address ?? "")) > points)
    throw new Refusal("DEMO_LIMIT");
}

export async function mailLead(ctx: StaffCtx, leadId: string, { subject, text }: { subject: string; text: string }) {
  await limitDemoMails(ctx);
  return withLead(ctx, leadId, async (tx, row) => {
    if (!row.email) throw new Refusal("NO_ADDRESS");
    const data = { subject, text, name: row.name, from: ctx.staff.name };
    await enqueue(tx, sendMail, mailOf(letter, { to: row.email, data }));
    const steps = await markContacted(tx, ctx, row);
    const after = { to: row.email, subject };
    return [...steps, { action: "Wrote a mail", kind: "mail", text: `${subject}\n\n${text}`, after }];
  });
}

export function markSpam(ctx: StaffCtx, leadId: string, isSpam: boolean): Promise<LeadDetail> {
  return withLead(ctx, leadId, async (tx, row) => {
    if (row.isSpam === isSpam) return [];
    await tx
      .update(lead)
      .set({ isSpam, version: row.version + 1 })
      .where(eq(lead.id, row.id));
    const action = isSpam ? "Marked as spam" : "Marked as not spam";
    return [{ action, kind: "spam", text: action, before: { isSpam: row.isSpam }, after: { isSpam } }];
  });
}
