import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead } from "../../db/tables/inbox.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { asOwner } from "../../test/owner.ts";
import { newStaff } from "../../test/staff.ts";
import { conditionsOf, orderOf } from "./filter.ts";
import { pageOf } from "./queries.ts";

const institute = await testInstitute();
const { db } = institute;
await db.delete(lead);
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
await db.execute(sql`
  insert into lead (name, email, source, tags, landing_page, campaign, came_at, last_at)
  select 'Person ' || n, 'person' || n || '@mail' || n % 100 || '.example', 'popup', jsonb_build_array('Tag ' || n % 100),
    '/page-' || n % 100, jsonb_build_object('utm_campaign', 'campaign ' || n % 100, 'utm_source', 'from ' || n % 50),
    ${testDay.toISOString()}::timestamptz - n * interval '1 minute', ${testDay.toISOString()}
  from generate_series(1, 10000) n`);
await db.execute(sql`update lead set campaign = campaign - 'utm_campaign' where landing_page = '/page-7'`);

await asOwner(institute, "vacuum analyze lead");

type Filter = Parameters<typeof conditionsOf>[0];

async function planOf(filter: Filter): Promise<string> {
  const isWanted = conditionsOf(filter, { me: desk.person.id, now: new Date(), timeZone: "Asia/Kolkata" });
  const page = pageOf(db, { isWanted, cursor: undefined, order: orderOf(filter), size: 51 });
  const { rows } = await db.execute<{ "QUERY PLAN": string }>(sql`explain ${page.getSQL()}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

test.each<[Filter, string | RegExp]>([
  [{ words: "@mail42.example" }, "lead_address"],
  [{ words: "mail42.exa" }, "lead_address"],
  // The order of a plain index serves the beginning of a text only in some languages.
  [{ words: "person4242@" }, /lead_address|lead_email/],
  [{ tag: "tag 42" }, "lead_tags"],
  [{ campaign: "campaign 42" }, "lead_campaign"],
  [{ campaignFrom: "from 42" }, "lead_campaign_from"],
  [{ firstPage: "/page-42" }, "lead_first_page"],
  [{ sort: "next call" }, "lead_call_up"],
  [{ sort: "next call", direction: "down" }, "lead_call_down"],
])("%j is answered from an index", async (filter, index) => {
  const plan = await planOf(filter);
  expect(plan).toMatch(index);
  expect(plan).not.toContain("Seq Scan on lead");
});

const countOf = async (filter: Parameters<typeof desk.inbox.counts>[0]) => (await desk.inbox.counts(filter)).count;

test("a part of an address finds whom it belongs to, however short", async () => {
  expect(await countOf({ words: "@mail42.example" })).toBe(100);
  expect(await countOf({ words: "MAIL42.EXAMPLE" })).toBe(100);
  expect(await countOf({ words: "person4242@" })).toBe(1);
  expect(await countOf({ words: "@ma" })).toBe(1000);
  expect(await countOf({ words: "n4242@" })).toBe(0);
  await desk.inbox.create({ name: "Short", email: "a@b.in", number: null });
  expect(await countOf({ words: "a@" })).toBe(1);
  expect(await countOf({ words: "b.in" })).toBe(1);
});

test("a figure of the report has its list: by campaign, by where the campaign came from, and by first page", async () => {
  expect(await countOf({ campaign: "campaign 42" })).toBe(100);
  expect(await countOf({ campaign: "campaign 42", campaignFrom: "from 42" })).toBe(100);
  expect(await countOf({ campaign: "campaign 42", campaignFrom: "from 41" })).toBe(0);
  // Both 7 and 57 came from there; only 57 still names a campaign.
  expect(await countOf({ campaignFrom: "from 7" })).toBe(200);
  expect(await countOf({ campaign: "-", campaignFrom: "from 7" })).toBe(100);
  expect(await countOf({ firstPage: "/page-7", campaign: "-" })).toBe(100);
  expect(await countOf({ firstPage: "/page-7", source: "contact" })).toBe(0);
  const owner = await newStaff(institute, ["owner"]);
  const { campaigns, landingPages, ...period } = await owner.report.leads({});
  const within = { from: period.from, until: period.until };
  for (const { campaign, from, leads } of campaigns.slice(0, 5))
    expect(await countOf({ ...within, campaign: campaign || "-", campaignFrom: from || "-" })).toBe(leads);
  for (const { page, leads } of landingPages.slice(0, 5))
    expect(await countOf({ ...within, firstPage: page })).toBe(leads);
});
