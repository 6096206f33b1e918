import { and, eq, inArray, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { lead, leadEvent } from "../../db/tables/inbox.ts";
import type { PersonalPlace, Who } from "../../person/who.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { lockInbox } from "./collect.ts";
import { lock, takeBack } from "./merge.ts";
import { withMerged } from "./merged.ts";
import { type LeadRow, leadColumns } from "./row.ts";

type Options = {
  /** An erasure leaves nobody out whom somebody is just changing. */
  isWaiting?: boolean;
};

/** Deletes leads with their history, and takes them out of the audit log: it keeps who did what and when, not about whom. */
export async function forgetLeads(db: Db, isForgotten: SQL | undefined, { isWaiting }: Options = {}): Promise<number> {
  let count = 0;
  await inSteps(() =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ id: string }>(sql`
        select id from ${lead} where ${isForgotten} limit ${rowsPerStep} for update ${isWaiting ? sql`` : sql`skip locked`}`);
      const { rows: gone } = await tx.execute<{ id: string }>(withMerged(rows.map(({ id }) => id)));
      const ids = gone.map(({ id }) => id);
      const partners = [...(await leaveOthers(tx, ids)), ...(await leaveFormer(tx, ids))];
      await tx.delete(lead).where(eq(lead.id, anyOf(ids)));
      count += rows.length;
      // The log lets only an erasure do this (migration 0025).
      await tx.execute(sql`select set_config('shoreline.is_erasing', 'yes', true)`);
      await tx.execute(sql`
        update audit_entry set thing = 'Erased', before = null, after = null, reason = null
        where kind = 'lead' and (thing_id = any(${sql.param(ids)}::text[]) or thing_id = any(${sql.param(partners)}::text[])
          and (before ->> 'otherId' = any(${sql.param(ids)}::text[]) or after ->> 'otherId' = any(${sql.param(ids)}::text[])))`);
      await tx.execute(sql`select set_config('shoreline.is_erasing', '', true)`);
      return rows;
    }),
  );
  return count;
}

/** One of them may have been merged into leads that stay, of another account: nothing of it stays there. Few were. */
async function leaveOthers(tx: Db, ids: string[]): Promise<string[]> {
  const merged = await tx
    .select(leadColumns)
    .from(lead)
    .where(and(eq(lead.id, anyOf(ids)), isNotNull(lead.mergedInto), not(eq(lead.mergedInto, anyOf(ids)))));
  const kept = new Set<string>();
  for (const other of merged) {
    const above = await lockAbove(tx, other);
    for (const here of above) {
      kept.add(here.id);
      await takeBack(tx, here, other, above.at(-1));
    }
    const isAbout = and(inArray(leadEvent.kind, ["merged", "unmerged"]), eq(leadEvent.text, other.name));
    await tx.delete(leadEvent).where(and(eq(leadEvent.leadId, anyOf([...kept])), isAbout));
  }
  await tx.delete(leadEvent).where(and(eq(leadEvent.leadId, anyOf([...kept])), eq(leadEvent.fromLeadId, anyOf(ids))));
  return [...kept];
}

/** Leads that one of them was merged with and separated from again: their histories name it. */
async function leaveFormer(tx: Db, ids: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select distinct coalesce(e.before ->> 'otherId', e.after ->> 'otherId') as id, l.name
    from audit_entry e join lead l on l.id::text = e.thing_id and l.id = any(${sql.param(ids)}::uuid[])
    where e.kind = 'lead' and e.thing_id = any(${sql.param(ids)}::text[]) and (e.before ? 'otherId' or e.after ? 'otherId')`);
  const partners = rows.flatMap(({ id }) => id ?? []);
  const names = sql.param(rows.map(({ name }) => name));
  await tx
    .delete(leadEvent)
    .where(
      and(
        eq(leadEvent.leadId, anyOf(partners)),
        inArray(leadEvent.kind, ["merged", "unmerged"]),
        sql`${leadEvent.text} = any(${names}::text[])`,
      ),
    );
  return partners;
}

/** The lead that it was merged into, the one that this was merged into, and so on. */
async function lockAbove(tx: Db, { mergedInto }: LeadRow): Promise<LeadRow[]> {
  const here = mergedInto ? await lock(tx, mergedInto) : undefined;
  return here ? [here, ...(await lockAbove(tx, here))] : [];
}

/** A number without an address is enough: it is proven. Leads that staff have merged are one person. */
export const forgetPerson: Exclude<PersonalPlace["erase"], string> = async (db, { rows, who }) => {
  await lockInbox(db);
  const isOfPerson = or(rows, isKnownByNumber(who)) as SQL;
  return forgetLeads(db, or(isOfPerson, goesOnFor(isOfPerson, who)), { isWaiting: true });
};

/** The lead that one of them was merged into, unless it belongs to another account. */
function goesOnFor(isOfPerson: SQL, { ids }: Who): SQL {
  return sql`(learner_id is null or learner_id = ${anyOf(ids)}) and id in (
    with recursive up as (
      select merged_into as id from lead where (${isOfPerson}) and merged_into is not null
      union select l.merged_into from lead l join up on l.id = up.id where l.merged_into is not null
    ) select id from up)`;
}

function isKnownByNumber({ number }: Who): SQL | undefined {
  return number && and(isNull(lead.email), number(sql`number`));
}
