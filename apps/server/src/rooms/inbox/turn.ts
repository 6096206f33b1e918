import { mayDo } from "@shoreline/domain/staff";
import { isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { inboxSetting } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";

/** Who gets the next leads, in turn: who waited longest comes first. Nobody when staff give out leads by hand. */
export async function listInTurn(tx: Db): Promise<string[]> {
  const [setting] = await tx.select().from(inboxSetting);
  if (setting?.assignment !== "in turn") return [];
  const people = await tx
    .select({ id: staff.id, roles: staff.roles, isDemo: staff.isDemo })
    .from(staff)
    .where(isNull(staff.closedAt))
    // For each person one look into the index `lead_assigned`.
    .orderBy(sql`(select max(l.assigned_at) from lead l where l.owner_id = staff.id) asc nulls first`, staff.invitedAt);
  // Owners work with leads too, but are not given any in turn.
  const able = people.filter(({ roles }) => !roles.includes("owner") && mayDo(roles, "change leads"));
  const real = able.filter(({ isDemo }) => !isDemo);
  return (real.length > 0 ? real : able).map(({ id }) => id);
}
