import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { withConfig, withDatabase } from "../command.ts";
import type { Db } from "../db/connect.ts";
import { StartError } from "../start-error.ts";
import { hasDemo } from "./demo.ts";

const usage = `Usage:
  npm run demo -- remove         shows what would be removed: everything invented, and what was bought of it
  npm run demo -- remove --yes   removes it
  npm run demo -- keep           makes everything invented the institute's own, if you have changed it into that`;

/** `npm run demo` */
export async function runCommand(args: string[]): Promise<void> {
  await withConfig((config) =>
    withDatabase(config, { name: "demo", mayShare: true }, async (pool) => {
      const db = drizzle({ client: pool, casing: "snake_case" });
      for (const line of await changeDemo(db, args)) console.log(line);
    }),
  );
}

export async function changeDemo(db: Db, [verb, flag]: string[]): Promise<string[]> {
  const isKnown = (verb === "keep" && !flag) || (verb === "remove" && (!flag || flag === "--yes"));
  if (!isKnown) throw new StartError(usage);
  if (!(await hasDemo(db))) throw new StartError("This database does not hold the demo.");
  if (verb === "keep") return keepDemo(db);
  return removeDemo(db, { isSure: flag === "--yes" });
}

async function keepDemo(db: Db): Promise<string[]> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`update content_item set source = 'own' where source = 'demo'`);
    await tx.execute(sql`update batch set is_demo = false where is_demo`);
    await tx.execute(sql`update certificate set is_demo = false where is_demo`);
    await tx.execute(sql`delete from demo_content`);
  });
  return ["Everything in this database is the institute's own now. No date moves by itself any more."];
}

/** Thrown to undo a removal that was only to be shown. */
class OnlyShown extends Error {}

/**
 * All money in this database is play money, or nothing is removed. What was bought goes, also of courses that are not of the
 * demo: an institute begins with invoice number one.
 */
async function removeDemo(db: Db, { isSure }: { isSure: boolean }): Promise<string[]> {
  const counts: [string, number][] = [];
  await db
    .transaction(async (tx) => {
      await refuseRealMoney(tx);
      for (const [what, statement] of removals) {
        const { rowCount } = await tx.execute(statement);
        if (rowCount && what) counts.push([what, rowCount]);
      }
      if (!isSure) throw new OnlyShown();
    })
    .catch((error) => {
      if (!(error instanceof OnlyShown)) throw error;
    });
  const lines = counts.map(([what, count]) => `${String(count).padStart(7)}  ${what}`);
  return isSure
    ? [
        ...lines,
        "The demo is removed. Accounts, enquiries and test results of people who tried it are still there.",
        "Set CONTENT_DIR and start the product again: until then it has nothing to show.",
      ]
    : [...lines, "Nothing is removed yet: npm run demo -- remove --yes"];
}

async function refuseRealMoney(tx: Db): Promise<void> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from payment_order o
    where o.provider_order_id not like 'claimed:%'
      and not exists (select from gateway_record r where r.kind = 'order' and r.id = o.provider_order_id)`);
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new StartError(
      `${count} orders of this database went to a real payment provider, so nothing is removed. If the content is the institute's own by now: npm run demo -- keep`,
    );
}

const demoItems = (kind: string) => sql`(select key from content_item where source = 'demo' and kind = ${kind})`;

const removals: [what: string, statement: ReturnType<typeof sql>][] = [
  ["certificates", sql`delete from certificate where is_demo or purchase_id is not null`],
  [
    "",
    sql`delete from certificate_counter where not exists (select from certificate c where c.prefix = certificate_counter.prefix)`,
  ],
  [
    "webinar seats",
    sql`delete from webinar_seat where order_id is not null or webinar_id in (select id from webinar where slug in ${demoItems("webinar")})`,
  ],
  ["invoices", sql`delete from invoice`],
  ["", sql`delete from invoice_counter`],
  ["purchases", sql`delete from purchase`],
  ["", sql`delete from payment_flag`],
  ["payments", sql`delete from payment`],
  ["orders", sql`delete from payment_order`],
  ["", sql`delete from webhook_event`],
  ["", sql`delete from gateway_record`],
  [
    "batches",
    sql`delete from batch where is_demo or course_id in (select id from course where course_id in ${demoItems("course")})`,
  ],
  ["webinars", sql`delete from webinar where slug in ${demoItems("webinar")}`],
  ["practice tests", sql`delete from collection where id in ${demoItems("quiz")}`],
  ["mentors", sql`delete from mentor where name in ${demoItems("mentor")}`],
  ["offline courses", sql`delete from offline_course where course_id in ${demoItems("offline-course")}`],
  ["courses", sql`delete from course where course_id in ${demoItems("course")}`],
  ["news", sql`delete from news where slug in ${demoItems("news")}`],
  ["texts", sql`delete from block where name in ${demoItems("block")}`],
  ["institute", sql`delete from institute where exists ${demoItems("institute")}`],
  ["", sql`delete from content_item where source = 'demo'`],
  ["", sql`delete from demo_content`],
];
