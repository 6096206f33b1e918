import { dayAt } from "@shoreline/domain/batch";
import { mondayOf } from "@shoreline/domain/report";
import { beginOf } from "@shoreline/domain/zone";
import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { defineJob } from "../../jobs/job.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { readInstitute } from "../site/queries.ts";
import { addedUp, countedLead, groupsOfLead, isCounted } from "./counted-lead.ts";

export const keepLeadSums = defineJob("report.keep-sums", {});

/**
 * Adds up the leads of each week, the latest week first, and then what has changed since. Only this job writes sums, one at a time: nobody
 * who changes a lead waits for another.
 */
export async function updateLeadSums({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const { timeZone } = await readInstitute(db);
  const at = { timeZone, now: clock.now() };
  while (await db.transaction((tx) => addEarlierWeek(tx, at)));
  await inSteps(() => db.transaction((tx) => addChanges(tx, timeZone)));
}

/** The first Monday that the sums have, in this zone; `-infinity` when they have all. */
async function lockKeptFrom(tx: Db, timeZone: string): Promise<string | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sums of leads', 0))`);
  const { rows } = await tx.execute<{ timeZone: string; keptFrom: string }>(
    sql`select time_zone as "timeZone", kept_from::text as "keptFrom" from lead_sum_state`,
  );
  const [state] = rows;
  if (state?.timeZone === timeZone) return state.keptFrom;
  await tx.execute(sql`delete from lead_sum`);
  await tx.execute(sql`delete from lead_wait`);
  await tx.execute(sql`delete from lead_sum_state`);
  return null;
}

/** Whether there may be a week before it. */
async function addEarlierWeek(tx: Db, { timeZone, now }: { timeZone: string; now: Date }): Promise<boolean> {
  const keptFrom = await lockKeptFrom(tx, timeZone);
  if (keptFrom === "-infinity") return false;
  const until = keptFrom ? isBefore(keptFrom, timeZone) : sql`true`;
  const { rows } = await tx.execute<{ last: string | null }>(
    sql`select max(came_at) as last from lead where ${isCounted} and ${until}`,
  );
  const last = rows[0]?.last ? new Date(rows[0].last) : null;
  const latest = last && (keptFrom || last > now) ? last : keptFrom ? null : now;
  const week = latest && mondayOf(dayAt(latest, timeZone));
  const isOfWeek = sql`${until} and ${week ? sql`not (${isBefore(week, timeZone)})` : sql`true`}`;
  // One statement sees one state: a lead that changes meanwhile is counted as it was, and its change is still there.
  await tx.execute(sql`
    with gone as (delete from lead_change where ${isOfWeek}),
    came as (select ${weekOf(timeZone)} as week, ${countedLead} from lead where ${isCounted} and ${isOfWeek}),
    ${addingUp()}
    insert into lead_sum_state (time_zone, kept_from) values (${timeZone}, ${week ?? "-infinity"})
    on conflict (id) do update set kept_from = excluded.kept_from`);
  return week !== null;
}

/** What has changed in the weeks that the sums have. */
async function addChanges(tx: Db, timeZone: string) {
  const keptFrom = await lockKeptFrom(tx, timeZone);
  if (!keptFrom) return [];
  const isKept = keptFrom === "-infinity" ? sql`true` : sql`not (${isBefore(keptFrom, timeZone)})`;
  const { rows } = await tx.execute(sql`
    with taken as (
      delete from lead_change where id in (select id from lead_change where ${isKept} order by id limit ${rowsPerStep}) returning *
    ),
    came as (select ${weekOf(timeZone)} as week, * from taken),
    ${addingUp()}
    select id from taken`);
  await tx.execute(sql`delete from lead_sum where leads = 0`);
  await tx.execute(sql`delete from lead_wait where leads = 0`);
  return rows;
}

const weekOf = (timeZone: string) => sql`date_trunc('week', came_at at time zone ${timeZone})::date`;

function isBefore(day: string, timeZone: string): SQL {
  return sql`came_at < ${beginOf(day, { timeZone }).toISOString()}::timestamptz`;
}

/** Adds the rows of `came` to the sums of their weeks. */
const addingUp = () => sql`
  summed as (
    insert into lead_sum (week, kind, value, campaign_from, leads, contacted, enrolled, lost)
    select week, kind, value, of.campaign_from, ${addedUp} from came, ${groupsOfLead} group by week, kind, value, of.campaign_from
    on conflict (week, kind, value, campaign_from) do update set leads = lead_sum.leads + excluded.leads,
      contacted = lead_sum.contacted + excluded.contacted, enrolled = lead_sum.enrolled + excluded.enrolled, lost = lead_sum.lost + excluded.lost
  ), waited as (
    insert into lead_wait (week, kind, value, campaign_from, minutes, leads)
    select week, kind, value, of.campaign_from, waited, sum(adds) from came, ${groupsOfLead}
    where waited is not null group by week, kind, value, of.campaign_from, waited
    on conflict (kind, value, campaign_from, week, minutes) do update set leads = lead_wait.leads + excluded.leads
  )`;
