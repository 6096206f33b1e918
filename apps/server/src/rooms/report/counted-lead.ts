import { sql } from "drizzle-orm";

/** The trigger `remember_lead_change` has the same condition. Who changes it empties `lead_sum_state`, and all sums are made again. */
export const isCounted = sql.raw("merged_into is null and not is_spam");

/** A lead as a row of `lead_change` has it: `remember_lead_change` writes the same columns. */
export const countedLead = sql.raw(`1 as adds, came_at, source, owner_id, landing_page,
  coalesce(campaign ->> 'utm_campaign', '') as campaign, coalesce(campaign ->> 'utm_source', '') as campaign_from,
  status, lead_waited(came_at, first_call_at) as waited`);

/** Beside the rows of `came`: the groups that each belongs to. Many leads have no page or campaign. */
export const groupsOfLead = sql.raw(`lateral (
  select * from (values ('source', source, ''), ('counsellor', coalesce(owner_id::text, ''), ''),
    ('page', landing_page, ''), ('campaign', campaign, came.campaign_from)) known (kind, value, campaign_from)
  where kind in ('source', 'counsellor') or value <> '' or known.campaign_from <> '') as of`);

export const addedUp = sql.raw(`sum(adds)::int as leads,
  coalesce(sum(adds) filter (where waited is not null), 0)::int as contacted,
  coalesce(sum(adds) filter (where status = 'enrolled'), 0)::int as enrolled,
  coalesce(sum(adds) filter (where status = 'lost'), 0)::int as lost`);
