import { bookMonthOf, monthsBetween } from "@shoreline/domain/books";
import { dayOf } from "@shoreline/domain/zone";
import { and, eq, sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due } from "../../db/tables/due.ts";
import { invoice } from "../../db/tables/enrolment.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import { staff } from "../../db/tables/staff.ts";
import { listRecon } from "../../gateway/settlements.ts";
import { StartError } from "../../start-error.ts";
import { courseSeller } from "../enrolment/sell.ts";
import { readInstitute } from "../site/queries.ts";
import { demoHappenings } from "./demo-sales.ts";
import { createDemoSeller } from "./demo-seller.ts";
import { fetchSettlements } from "./settlements.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Sales for those who want to see full books. They go through the same functions as real ones, each at its own moment. */
export const booksDemo: DemoMaker = {
  async fill({ db, now }) {
    if ((await db.$count(invoice)) + (await db.$count(paymentOrder)) > 0)
      throw new StartError("Somebody has bought something in this database already: invoices would not be in order.");
    const lastJob = await findLastJob(db);
    const { begins } = dayOf(now, (await readInstitute(db)).timeZone);
    const by = await findDemoStaff(db);
    const ctxAt = (at: Date): StaffCtx => asStaff(db, by, at);
    const seller = createDemoSeller({ db, ctxAt });
    for (const [number, one] of demoHappenings.entries())
      await seller.happen(one, { number, at: new Date(begins.getTime() - one.ago * day + 11 * hour) });
    const first = new Date(begins.getTime() - (demoHappenings[0]?.ago ?? 0) * day);
    for (const month of monthsBetween(bookMonthOf(first), bookMonthOf(now)))
      await fetchSettlements(ctxAt(now), { month });
    // Nobody is told: neither of what they bought, nor of what is due.
    await db.update(due).set({ lastReminder: 999 }).where(eq(due.state, "open"));
    await db.execute(sql`
      select count(*) from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where id > ${lastJob}))`);
    return db.$count(invoice);
  },
};

async function findLastJob(db: Db): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select coalesce(max(id), 0)::text as id from graphile_worker.jobs`,
  );
  return rows[0]?.id ?? "0";
}

/** What they take is play money, which leaves with the demo. */
async function findDemoStaff(db: Db): Promise<StaffCtx["staff"]> {
  const [found] = await db
    .select()
    .from(staff)
    .where(and(eq(staff.isDemo, true), sql`${staff.roles} ? 'owner'`))
    .limit(1);
  if (!found) throw new StartError("The invented people of the demo are not there.");
  return found;
}

/** What the functions of the desk need of a request. */
function asStaff(db: Db, by: StaffCtx["staff"], at: Date): StaffCtx {
  const ctx: Partial<StaffCtx> = {
    ...{ db, staff: by, clock: { now: () => at }, sellers: [courseSeller], isDemo: true },
    counter: () => ({ used: async () => 0, count: async () => 0 }),
    payments: { settlementsOf: (month: string) => readRecon(db, month, at) } as StaffCtx["payments"],
  };
  return ctx as StaffCtx;
}

const mostLines = 1000;

async function readRecon(db: Db, month: string, now: Date) {
  const [year = "", number = ""] = month.split("-");
  const { items } = await listRecon(db, { year, month: number, count: String(mostLines) }, now);
  return items.map((item) => ({
    ...{ settlementId: item.settlement_id, utr: item.settlement_utr, entityId: item.entity_id, kind: item.type },
    ...{ creditInPaise: item.credit, debitInPaise: item.debit, feeInPaise: item.fee, feeTaxInPaise: item.tax },
    settledAt: new Date(item.settled_at * 1000),
  }));
}
