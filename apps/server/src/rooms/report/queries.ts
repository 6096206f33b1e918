import type { LeadSource } from "@shoreline/domain/inbox";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";

/** What the leads of a group have in common; `total` is the group of all. */
type Kind = "week" | "source" | "counsellor" | "page" | "campaign" | "total";

export type Counted = {
  kind: Kind;
  /** Which of `weeks`, from 1. */
  week: number | null;
  source: LeadSource | null;
  ownerId: string | null;
  ownerName: string | null;
  page: string | null;
  campaign: string | null;
  campaignFrom: string | null;
  leads: number;
  contacted: number;
  enrolled: number;
  lost: number;
  medianMinutes: number | null;
};

/** Pages and campaigns come from outside: there may be as many as there are leads. */
const most = 20;

/** `weeks` are the moments at which they begin: the zone of the institute is not the database's. */
type Asked = { begins: Date; ends: Date; weeks: Date[] };

/** Counts the leads of a period in every way, and reads them once. */
export async function countCame(db: Db, { begins, ends, weeks }: Asked): Promise<Counted[]> {
  const { rows } = await db.execute<Counted>(sql`
    with came as materialized (
      select source, status, owner_id, landing_page as page,
        campaign ->> 'utm_campaign' as campaign, campaign ->> 'utm_source' as campaign_from,
        width_bucket(came_at, ${momentList(weeks)}) as week,
        extract(epoch from first_call_at - came_at)::float8 / 60 as minutes
      from lead
      where merged_into is null and not is_spam
        and came_at >= ${begins.toISOString()}::timestamptz and came_at < ${ends.toISOString()}::timestamptz
    ), counted as (
      select
        case grouping(week, source, owner_id, page, campaign)
          when b'00111'::int then 'week' when b'10111'::int then 'source'
          when b'11011'::int then 'counsellor' when b'11101'::int then 'page'
          when b'11110'::int then 'campaign' else 'total' end as kind,
        week, source, owner_id, page, campaign, campaign_from,
        count(*)::int as leads, count(minutes)::int as contacted,
        (count(*) filter (where status = 'enrolled'))::int as enrolled,
        (count(*) filter (where status = 'lost'))::int as lost,
        percentile_cont(0.5) within group (order by minutes) as median
      from came
      group by grouping sets ((week, source), (source), (owner_id), (page), (campaign, campaign_from), ())
    ), placed as (
      select *, row_number() over (partition by kind order by leads desc, page, campaign, campaign_from) as place
      from counted
      where not (kind = 'page' and page = '') and not (kind = 'campaign' and campaign is null and campaign_from is null)
    )
    select kind, week, source, owner_id as "ownerId", staff.name as "ownerName", page, campaign,
      campaign_from as "campaignFrom", leads, contacted, enrolled, lost, median as "medianMinutes"
    from placed left join staff on staff.id = placed.owner_id
    where place <= ${most} or kind not in ('page', 'campaign')
    order by leads desc, source, staff.name, place`);
  return rows;
}

function momentList(moments: Date[]): SQL {
  return sql`${`{${moments.map((at) => at.toISOString()).join()}}`}::timestamptz[]`;
}
