import { type LeadBulkChange, type LeadChange, type LeadFilter, Refusal } from "@shoreline/contract";
import { isSameTag, maxBulk, maxTags } from "@shoreline/domain/inbox";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { takeNew } from "../../db/excluded.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { auditEntry, staff } from "../../db/tables/staff.ts";
import { toEntry } from "../staff/audit.ts";
import { type Names, nameOf, planChange, type Step } from "./change.ts";
import { lockInbox } from "./collect.ts";
import { matching } from "./filter.ts";
import { type LeadRow, leadColumns } from "./row.ts";
import { asInUse } from "./tags.ts";

type Chosen = { leadIds?: string[] | undefined; filter?: LeadFilter | undefined; change: LeadBulkChange };
const stepSize = 500;

/** All or none. The audit log gets a line for each lead. */
export async function changeMany(ctx: StaffCtx, { leadIds, filter, change: asked }: Chosen) {
  if (!leadIds && !filter) throw new Refusal("INVALID_INPUT", { fields: { leadIds: "Choose at least one" } });
  const isWanted = leadIds ? inArray(lead.id, leadIds) : await matching(ctx, filter ?? {});
  return changeSome(ctx, isWanted, { change: asked, refusesMore: true });
}

const mostRounds = 100;

/** The open leads of a colleague who leaves or gets another task, however many there are. */
export async function handOver(ctx: StaffCtx, { fromId, toId }: { fromId: string; toId: string | null }) {
  const isOpen = and(
    eq(lead.ownerId, fromId),
    inArray(lead.status, ["new", "contacted", "visiting"]),
    eq(lead.isSpam, false),
  );
  let count = 0;
  if (fromId === toId) return { changed: 0 };
  for (let round = 0; round < mostRounds; round++) {
    const { changed } = await changeSome(ctx, isOpen, { change: { ownerId: toId }, refusesMore: false });
    count += changed;
    if (changed < maxBulk) break;
  }
  return { changed: count };
}

type Asked = {
  change: LeadBulkChange;
  /** More than may be changed at once are refused, and not left for the next turn. */
  refusesMore: boolean;
};

async function changeSome(ctx: StaffCtx, isWanted: SQL | undefined, { change: asked, refusesMore }: Asked) {
  return ctx.db.transaction(async (tx) => {
    // Before the rows: else two who take many of them in another order would wait for each other.
    await lockInbox(tx);
    const people = await tx.select({ id: staff.id, name: staff.name }).from(staff);
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const [addTag] = asked.addTag ? await asInUse(tx, [asked.addTag]) : [];
    const change = { ...asked, ...(addTag && { addTag }) };
    const owner = change.ownerId ? await nameOf(tx, change.ownerId, { mustWork: true }) : null;
    const rows = await tx
      .select(leadColumns)
      .from(lead)
      .where(and(isWanted, isNull(lead.mergedInto)))
      .orderBy(lead.id)
      .limit(refusesMore ? maxBulk + 1 : maxBulk)
      .for("update");
    if (rows.length > maxBulk) throw new Refusal("TOO_MANY_LEADS");
    const plans = rows
      .map((row) => ({ row, ...planOne(ctx, row, change, { from: names.get(row.ownerId ?? "") ?? null, to: owner }) }))
      .filter(({ steps }) => steps.length > 0);
    for (let from = 0; from < plans.length; from += stepSize) await write(tx, ctx, plans.slice(from, from + stepSize));
    return { changed: plans.length, withoutRoom: rows.filter((row) => hasNoRoom(row, change)).length };
  });
}

/** A tag that takes the place of another one has room. */
function hasNoRoom({ tags }: LeadRow, { addTag, removeTag = "" }: LeadBulkChange): boolean {
  if (!addTag || tags.some((tag) => isSameTag(tag, addTag))) return false;
  return tags.filter((tag) => !isSameTag(tag, removeTag)).length >= maxTags;
}

type Plan = { row: LeadRow; values: Partial<LeadRow>; steps: Step[] };

function planOne(ctx: StaffCtx, row: LeadRow, change: LeadBulkChange, owner: Names["owner"]): Omit<Plan, "row"> {
  const { addTag, removeTag = "", isSpam, ...rest } = change;
  const tags = row.tags.filter((tag) => !isSameTag(tag, removeTag));
  if (addTag && !tags.some((tag) => isSameTag(tag, addTag)) && tags.length < maxTags) tags.push(addTag);
  const wanted: LeadChange = { ...rest, tags };
  const { values, steps } = planChange(row, wanted, { now: ctx.clock.now(), owner });
  if (isSpam === undefined || isSpam === row.isSpam) return { values, steps };
  const action = isSpam ? "Marked as spam" : "Marked as not spam";
  const step: Step = { action, kind: "spam", text: action, before: { isSpam: row.isSpam }, after: { isSpam } };
  return { values: { ...values, isSpam }, steps: [...steps, step] };
}

const changed = takeNew([
  "status",
  "lostReason",
  "ownerId",
  "assignedAt",
  "nextCallAt",
  "remindedAt",
  "tags",
  "isSpam",
  "version",
]);

/** Three statements for many leads. */
async function write(tx: Db, ctx: StaffCtx, plans: Plan[]): Promise<void> {
  const { staff: me, clock } = ctx;
  const now = clock.now();
  await tx
    .insert(lead)
    .values(plans.map(({ row, values }) => ({ ...row, ...values, version: row.version + 1 })))
    .onConflictDoUpdate({ target: lead.id, set: changed });
  await tx
    .insert(leadEvent)
    .values(
      plans.flatMap(({ row, steps }) =>
        steps.map(({ kind, text }) => ({ leadId: row.id, kind, text, at: now, staffId: me.id, who: me.name })),
      ),
    );
  await tx.insert(auditEntry).values(
    plans.flatMap(({ row, steps }) =>
      steps.map(({ action, before, after }) =>
        toEntry(ctx, {
          action,
          kind: "lead",
          thingId: row.id,
          thing: row.name,
          ...(before && { before }),
          ...(after && { after }),
        }),
      ),
    ),
  );
}
