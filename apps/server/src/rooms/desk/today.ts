import type { StaffToday } from "@shoreline/contract";
import { mayDo, type Permission } from "@shoreline/domain/staff";
import type { StaffCtx } from "../../context.ts";
import { toCounted } from "../../db/counted.ts";
import { countQuestions } from "../answering/list.ts";
import { countToGrade } from "../grading/list.ts";
import { collect } from "../inbox/collect.ts";
import { countLeads, listLeads, toLead } from "../inbox/queries.ts";
import { countWaiting } from "../sale/queries.ts";
import { countPlaces } from "../seating/lists.ts";
import { listForToday } from "./classes.ts";
import { listExpiring } from "./expiring.ts";
import { readFailed } from "./failed.ts";
import { beginningOf, mostCounted, mostShown } from "./page.ts";
import { listPayments } from "./payments.ts";

const all = { size: mostCounted };

/** Each part for whose right it is. */
export async function readToday(ctx: StaffCtx): Promise<StaffToday> {
  const may = (permission: Permission) => mayDo(ctx.staff.roles, permission);
  if (may("see leads")) await collect(ctx);
  const isOwner = may("change people");
  return {
    now: ctx.clock.now().toISOString(),
    calls: may("see leads") ? await readLeads(ctx, { call: "due", sort: "next call" }) : null,
    enquiries: may("see leads") ? await readLeads(ctx, { status: ["new"] }) : null,
    ...(await listForToday(ctx)),
    payments: may("see payments") ? beginningOf(await listPayments(ctx, all)) : null,
    failed: isOwner ? await readFailed(ctx) : null,
    expiring: isOwner ? beginningOf(await listExpiring(ctx, all)) : null,
    discounts: may("approve discounts") ? onlySome(await countWaiting(ctx.db)) : null,
    questions: may("teach classes") ? onlySome((await countQuestions(ctx)).open) : null,
    homework: may("teach classes") ? await readToGrade(ctx) : null,
    requests: may("decide about places") ? onlySome((await countPlaces(ctx)).requests) : null,
  };
}

/** These tiles are there only while somebody waits. */
function onlySome(count: number) {
  return count > 0 ? { count, isMore: false } : null;
}

async function readToGrade(ctx: StaffCtx) {
  const count = await countToGrade(ctx, mostCounted + 1);
  return count > 0 ? toCounted(count, mostCounted) : null;
}

async function readLeads(ctx: StaffCtx, filter: Parameters<typeof listLeads>[1]) {
  const { page } = await listLeads(ctx, filter);
  return { ...(await countLeads(ctx, filter, mostCounted)), leads: page.slice(0, mostShown).map(toLead) };
}
