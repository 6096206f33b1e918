import { LeadFilter, Refusal, type SavedView } from "@shoreline/contract";
import { leadFilterLabels } from "@shoreline/domain/inbox";
import { mayDo } from "@shoreline/domain/staff";
import { and, asc, eq, or, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { savedView } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";
import { recordChange } from "../staff/audit.ts";

const mostViews = 30;

type Row = { view: typeof savedView.$inferSelect; by: string; closedAt: Date | null };
const columns = { view: savedView, by: staff.name, closedAt: staff.closedAt };

export async function listViews(ctx: StaffCtx): Promise<SavedView[]> {
  const rows = await ctx.db
    .select(columns)
    .from(savedView)
    .innerJoin(staff, eq(staff.id, savedView.staffId))
    .where(and(eq(savedView.room, "leads"), or(eq(savedView.staffId, ctx.staff.id), savedView.isShared)))
    .orderBy(asc(savedView.name), asc(savedView.id))
    .limit(200);
  return rows.map((row) => {
    const { id, name, query, isShared, staffId } = row.view;
    const isOwn = staffId === ctx.staff.id;
    return { ...{ viewId: id, name, query, isShared, isOwn, by: row.by }, mayRemove: mayRemove(ctx, row) };
  });
}

export async function saveView(
  ctx: StaffCtx,
  { name, isShared, query: given }: Pick<SavedView, "name" | "query" | "isShared">,
): Promise<SavedView[]> {
  const { staff: me } = ctx;
  const query = readQuery(given);
  await ctx.db.transaction(async (tx) => {
    // Two that come together are counted one after the other.
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, me.id)).for("update");
    const isOwn = and(eq(savedView.room, "leads"), eq(savedView.staffId, me.id));
    if ((await tx.$count(savedView, isOwn)) >= mostViews) throw new Refusal("TOO_MANY_VIEWS");
    if ((await tx.$count(savedView, and(isOwn, sql`lower(${savedView.name}) = lower(${name})`))) > 0)
      throw new Refusal("KNOWN_VIEW");
    const [added] = await tx
      .insert(savedView)
      .values({ name, query, isShared, staffId: me.id, room: "leads" })
      .returning({ id: savedView.id });
    if (isShared)
      await recordChange(tx, ctx, {
        ...about({ id: added?.id ?? "", name }),
        action: "Shared a view",
        after: { query },
      });
  });
  return listViews(ctx);
}

/** Only what the list takes as a filter: others open the view too. */
function readQuery(query: string): string {
  if (/%00/.test(query) || query.includes("\0"))
    throw new Refusal("INVALID_INPUT", { fields: { query: "The filter is wrong" } });
  const given = new URLSearchParams(query);
  const names = Object.keys(LeadFilter.shape).filter((name) => given.get(name));
  const filter = Object.fromEntries(names.map((name) => [name, given.getAll(name).join()]));
  const [issue] = LeadFilter.safeParse(filter).error?.issues ?? [];
  if (issue) {
    const name = leadFilterLabels[issue.path[0] as keyof typeof leadFilterLabels];
    throw new Refusal("INVALID_INPUT", { fields: { query: `The filter “${name}” does not fit` } });
  }
  return `${new URLSearchParams(filter)}`;
}

/** A view that is gone already is no fault. */
export async function removeView(ctx: StaffCtx, viewId: string): Promise<SavedView[]> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .select(columns)
      .from(savedView)
      .innerJoin(staff, eq(staff.id, savedView.staffId))
      .where(eq(savedView.id, viewId))
      .for("update", { of: savedView });
    if (!row) return;
    if (!mayRemove(ctx, row)) throw new Refusal("NOT_ALLOWED");
    const { id, name, query, isShared, staffId } = row.view;
    await tx.delete(savedView).where(eq(savedView.id, id));
    if (isShared || staffId !== ctx.staff.id)
      await recordChange(tx, ctx, { ...about({ id, name }), action: "Removed a view", before: { query, by: row.by } });
  });
  return listViews(ctx);
}

/** One's own; owners tidy up what is shared, and what colleagues have left behind. */
function mayRemove({ staff: me }: StaffCtx, { view, closedAt }: Row): boolean {
  if (view.staffId === me.id) return true;
  return mayDo(me.roles, "change lead settings") && (view.isShared || closedAt !== null);
}

function about({ id, name }: { id: string; name: string }) {
  return { kind: "setting" as const, thingId: id, thing: `View ${name}` };
}
