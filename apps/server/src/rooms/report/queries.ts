import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { addedUp, countedLead, groupsOfLead, isCounted } from "./counted-lead.ts";

/** What the leads of a group have in common; `total` is the group of all. */
type Kind = "week" | "source" | "counsellor" | "page" | "campaign" | "total";

export type Counted = {
  kind: Kind;
  /** The Monday, only of the kind `week`, whose value is a source. */
  week: string | null;
  /** A source, the id of a counsellor or nothing, a page or a campaign. */
  value: string;
  campaignFrom: string;
  ownerName: string | null;
  leads: number;
  contacted: number;
  enrolled: number;
  lost: number;
  medianMinutes: number | null;
};

/** Pages and campaigns come from outside: there may be as many as there are leads. */
const most = 20;

/** The part of a week that is asked for. */
export type Week = { monday: string; begins: Date; ends: Date; isWhole: boolean };

/**
 * Whole weeks come from their sums and from what has changed since these were made; a part of a week, or one without sums in this zone,
 * is counted. One statement: between two the sums might take changes in.
 */
export async function countCame(db: Db, { weeks, timeZone }: { weeks: Week[]; timeZone: string }): Promise<Counted[]> {
  const asked = JSON.stringify(weeks.map(({ isWhole, monday: week, ...at }) => ({ week, ...at, is_whole: isWhole })));
  const isInPeriod = sql`week between ${weeks[0]?.monday}::date and ${weeks.at(-1)?.monday}::date`;
  const { rows } = await db.execute<Counted>(sql`
    with weeks as materialized (
      select week, begins, ends, is_whole and exists (
        select from lead_sum_state where time_zone = ${timeZone} and kept_from <= week) as is_kept
      from json_to_recordset(${asked}::json) as asked (week date, begins timestamptz, ends timestamptz, is_whole boolean)
    ), came as materialized (
      select week, counted.* from weeks, lateral (
        select ${countedLead} from lead where ${isCounted} and came_at >= begins and came_at < ends) counted
      where not is_kept
      union all
      select week, adds, came_at, source, owner_id, landing_page, campaign, campaign_from, status, waited
      from weeks join lead_change on came_at >= begins and came_at < ends where is_kept
    ), parts as materialized (
      select week, kind, value, campaign_from, leads, contacted, enrolled, lost from lead_sum
      where ${isInPeriod} and week in (select week from weeks where is_kept)
      union all
      select week, kind, value, of.campaign_from, ${addedUp} from came, ${groupsOfLead} group by week, kind, value, of.campaign_from
    ), counted as (
      select kind, value, campaign_from, sum(leads)::int as leads, sum(contacted)::int as contacted, sum(enrolled)::int as enrolled,
        sum(lost)::int as lost
      from parts group by kind, value, campaign_from having sum(leads) > 0
    ), placed as (
      select *, row_number() over (partition by kind order by leads desc, value, campaign_from) as place from counted
    ), shown as materialized (
      select * from placed where place <= ${most} or kind not in ('page', 'campaign')
    ), waits as materialized (
      select kind, value, campaign_from, minutes, lead_wait.leads from lead_wait join shown using (kind, value, campaign_from)
      where ${isInPeriod} and week in (select week from weeks where is_kept)
      union all
      select kind, value, of.campaign_from, waited, adds from came, ${groupsOfLead} where waited is not null
    ), waited as (
      select kind, value, campaign_from, minutes, sum(leads)::int as leads from waits group by kind, value, campaign_from, minutes
      union all
      select 'total', '', '', minutes, sum(leads)::int from waits where kind = 'source' group by minutes
    ), ranked as (
      select *, sum(leads) over (partition by kind, value, campaign_from order by minutes)::int as until,
        sum(leads) over (partition by kind, value, campaign_from)::int as count
      from waited where leads > 0
    ), medians as (
      select kind, value, campaign_from,
        (min(minutes) filter (where until >= (count + 1) / 2) + min(minutes) filter (where until > count / 2))::float8 / 2 as median
      from ranked group by kind, value, campaign_from
    ), answers as (
      select kind, null::text as week, value, campaign_from, leads, contacted, enrolled, lost, place from shown
      union all
      select 'total', null, '', '', coalesce(sum(leads), 0)::int, coalesce(sum(contacted), 0)::int, coalesce(sum(enrolled), 0)::int,
        coalesce(sum(lost), 0)::int, 1
      from shown where kind = 'source'
      union all
      select 'week', week::text, value, '', sum(leads)::int, 0, 0, 0, 1 from parts where kind = 'source'
      group by week, value having sum(leads) > 0
    )
    select a.kind, week, value, campaign_from as "campaignFrom", staff.name as "ownerName", leads, contacted, enrolled, lost,
      median as "medianMinutes"
    from answers a left join medians using (kind, value, campaign_from)
    left join staff on staff.id = case when a.kind = 'counsellor' and value <> '' then value::uuid end
    order by leads desc, case a.kind when 'source' then value end, staff.name, place`);
  return rows;
}
