import { takersOf } from "@shoreline/domain/inbox";
import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { inboxSetting } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";

/** Who gets the next leads, in turn. Nobody when staff give out leads by hand. */
export async function listInTurn(tx: Db): Promise<string[]> {
  const [setting] = await tx.select().from(inboxSetting);
  if (setting?.assignment !== "in turn") return [];
  return (await listTakers(tx)).map(({ id }) => id);
}

/** Those whose work leads are; who waited longest for one comes first. */
export async function listTakers(db: Db) {
  const people = await db
    .select({ id: staff.id, name: staff.name, roles: staff.roles, isDemo: staff.isDemo, email: staff.email })
    .from(staff)
    // Who has not accepted the invitation yet cannot sign in.
    .where(and(isNull(staff.closedAt), or(isNotNull(staff.lastSeenAt), eq(staff.isDemo, true))))
    // For each person one look into the index `lead_assigned`.
    .orderBy(sql`(select max(l.assigned_at) from lead l where l.owner_id = staff.id) asc nulls first`, staff.invitedAt);
  // The people of a demonstration take leads only where nobody else is.
  const real = takersOf(people.filter(({ isDemo }) => !isDemo));
  return real.length > 0 ? real : takersOf(people);
}
