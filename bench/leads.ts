// The list of leads over 100 and over 100,000: it answers from an index, so both take about the same time.
import type { Pool } from "pg";
import type { Db } from "../apps/server/src/db/connect.ts";
import { writeCursor } from "../apps/server/src/db/cursor.ts";
import { conditionsOf, orderOf } from "../apps/server/src/rooms/inbox/filter.ts";
import { pageOf } from "../apps/server/src/rooms/inbox/queries.ts";
import { stopAll } from "./product.mjs";
import { explain, measure, withDatabase } from "./query.ts";

type LeadFilter = Parameters<typeof conditionsOf>[0];

const few = 100;
const many = 100_000;
const me = "00000000-0000-4000-8000-000000000001";

const filters: Record<string, LeadFilter> = {
  "all, newest first": {},
  "by name": { sort: "name" },
  "status new": { status: ["new"] },
  "own calls that are due": { owner: "me", call: "due", sort: "next call" },
  "source webinar": { source: ["webinar"] },
  "a number": { words: "9000000077" },
  "a tag": { tag: "referred" },
  "a domain": { words: "@school.example" },
  "the beginning of an address": { words: "person77@" },
  "a campaign": { campaign: "diwali", campaignFrom: "google" },
  "a first page": { firstPage: "/courses/python" },
};

/** Without a name, so that each is planned for its values. */
const asProduct = { name: "" };

/** Of the few everybody fits every filter, and of the many a part: both lists are full. */
const fill = (count: number, one = count === few ? 1 : 40) => [
  `insert into staff (id, name, email, roles, invited_at) values ('${me}', 'Anitha Devan', 'anitha@example.com', '["owner"]', now()) on conflict do nothing`,
  "delete from lead",
  `insert into lead (name, email, number, landing_page, campaign, status, owner_id, next_call_at, tags, source, came_at, last_at)
   select 'Person ' || md5(n::text), 'person' || n || case when n % ${one} = 0 then '@school.example' else '@example.com' end, '+91' || (9000000000 + n)::text,
     case when n % ${one} = 0 then '/courses/python' else '/' || n end,
     case when n % ${one} = 0 then '{"utm_campaign": "diwali", "utm_source": "google"}'::jsonb else '{}' end,
     case when n % ${one} = 0 then 'new' else 'lost' end, case when n % ${one} = 0 then '${me}'::uuid end,
     case when n % ${one} = 0 then now() - n * interval '1 second' end, case when n % ${one} = 0 then '["referred"]'::jsonb else '[]' end,
     case when n % ${one} = 0 then 'webinar' else 'popup' end, now() - n * interval '1 minute', now()
   from generate_series(1, ${count}) n`,
  "vacuum analyze lead",
];

function queryOf(db: Db, filter: LeadFilter, cursor?: string) {
  const order = orderOf(filter);
  const isWanted = conditionsOf(filter, { me, now: new Date(), timeZone: "Asia/Kolkata" });
  return pageOf(db, { isWanted, cursor, order, size: 51 });
}

async function timesOf({ db, pool }: { db: Db; pool: Pool }, count: number): Promise<Map<string, number>> {
  for (const statement of fill(count)) await pool.query(statement);
  const times = new Map<string, number>();
  for (const [title, filter] of Object.entries(filters))
    times.set(title, await measure(pool, queryOf(db, filter), asProduct));
  // The end of a page in the middle of the list.
  const [half] = (
    await pool.query(
      "select (extract(epoch from came_at) * 1000000)::bigint::text as key, id from lead order by came_at offset $1 limit 1",
      [count / 2],
    )
  ).rows;
  times.set("a page in the middle", await measure(pool, queryOf(db, {}, writeCursor(half)), asProduct));
  return times;
}

await withDatabase(async (opened) => {
  const small = await timesOf(opened, few);
  const large = await timesOf(opened, many);
  console.log(`\n| list of leads | ms over ${few} | ms over ${many} | ratio |\n| --- | ---: | ---: | ---: |`);
  for (const [title, ms] of large) {
    const before = small.get(title) ?? 0;
    console.log(`| ${[title, before.toFixed(2), ms.toFixed(2), (ms / before).toFixed(1)].join(" | ")} |`);
  }
  console.log(`\nAll, newest first, among ${many}:\n\n${await explain(opened.pool, queryOf(opened.db, {}))}`);
  const byDomain = queryOf(opened.db, { words: "@school.example" });
  console.log(`\nA domain among ${many}:\n\n${await explain(opened.pool, byDomain)}`);
});
await stopAll();
