import { mayDo } from "@shoreline/domain/staff";
import { and, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import { staff } from "../../db/tables/staff.ts";
import { defineJob } from "../../jobs/job.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { collect } from "./collect.ts";
import { forgetLeads } from "./forget.ts";
import { callReminder } from "./mails.ts";
import { listTakers } from "./turn.ts";

export const collectLeads = defineJob("inbox.collect", {});
export const remindOfCalls = defineJob("inbox.remind", {});

const mostTurns = 50;

/** What nobody has looked at since. */
export async function collectAll(deps: Deps): Promise<void> {
  for (let turn = 0; turn < mostTurns && (await collect(deps)) > 0; turn++);
}

const atOnce = 200;

/** Once for each planned call, when its time has come. A call without an owner, or of somebody who has left, is everybody's. */
export async function remind({ db, clock }: Deps): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const due = await tx
      .select({ id: lead.id, name: lead.name, interest: lead.interest, at: lead.nextCallAt, owner: staff })
      .from(lead)
      .leftJoin(staff, eq(staff.id, lead.ownerId))
      .where(and(lte(lead.nextCallAt, now), isNull(lead.remindedAt), isNull(lead.mergedInto), sql`not ${lead.isSpam}`))
      .orderBy(lead.nextCallAt)
      .limit(atOnce)
      .for("update", { of: lead });
    if (due.length === 0) return;
    const ids = due.map(({ id }) => id);
    await tx
      .update(lead)
      .set({ remindedAt: now })
      .where(eq(lead.id, anyOf(ids)));
    const takers = await listTakers(tx);
    const mails = due.flatMap(({ id, name, interest, at, owner }) => {
      const isForAll = !owner || !isThere(owner);
      const people = isForAll ? takers : [owner];
      // Nobody reads the mail of the demo's people.
      const readers = people.filter(({ isDemo }) => !isDemo);
      const data = { name, interest, at: (at ?? now).toISOString(), leadId: id, isForAll };
      return readers.map(({ email }) => mailOf(callReminder, { to: email, data }));
    });
    await enqueueAll(tx, sendMail, mails);
  });
}

/** Not somebody who has left, has another task now, or has not come yet. */
function isThere({ closedAt, roles, lastSeenAt, isDemo }: typeof staff.$inferSelect): boolean {
  return closedAt === null && mayDo(roles, "change leads") && (lastSeenAt !== null || isDemo);
}

/** With the enquiries that they come from. */
export async function eraseOldLeads(db: Db, before: Date): Promise<void> {
  await eraseWhere(db, leadEvent, lt(leadEvent.at, before));
  await forgetLeads(db, lt(lead.lastAt, before));
}
