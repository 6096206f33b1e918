import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { lead } from "../../db/tables/inbox.ts";
import type { PersonalPlace, Who } from "../../person/who.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { lockInbox } from "./collect.ts";

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
      const ids = await withMerged(tx, rows);
      await tx.delete(lead).where(eq(lead.id, anyOf(ids)));
      count += rows.length;
      // The log lets only an erasure do this (migration 0025).
      await tx.execute(sql`select set_config('shoreline.is_erasing', 'yes', true)`);
      await tx.execute(sql`
        update audit_entry set thing = 'Erased', before = null, after = null, reason = null
        where kind = 'lead' and thing_id = any(${sql.param(ids)}::text[])`);
      await tx.execute(sql`select set_config('shoreline.is_erasing', '', true)`);
      return rows;
    }),
  );
  return count;
}

/** Those that were merged into them, one after the other, go with them. */
async function withMerged(tx: Db, leads: { id: string }[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive gone as (
      select unnest(${sql.param(leads.map(({ id }) => id))}::uuid[]) as id
      union select l.id from ${lead} l join gone on l.merged_into = gone.id
    ) select id from gone`);
  return rows.map(({ id }) => id);
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
