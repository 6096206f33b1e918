import { sql } from "drizzle-orm";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { StartError } from "../../start-error.ts";

/** All money in a database that holds the demo is play money, or nothing is removed. */
export const paymentDemo: DemoMaker = {
  async remove(db) {
    await refuseRealMoney(db);
    await db.execute(sql`delete from payment_flag`);
    const payments = await countDeleted(db, sql`delete from payment`);
    const orders = await countDeleted(db, sql`delete from payment_order`);
    await db.execute(sql`delete from webhook_event`);
    await db.execute(sql`delete from gateway_record`);
    return { payments, orders };
  },
};

async function refuseRealMoney(db: Db): Promise<void> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from payment_order o
    where o.provider_order_id not like 'claimed:%' and o.provider_order_id not like 'moved:%'
      and not exists (select from gateway_record r where r.kind = 'order' and r.id = o.provider_order_id)
      and not exists (
        select from payment p join staff s on s.id = p.taken_by
        where p.provider_payment_id = o.provider_order_id and o.channel = 'desk' and s.is_demo
      )`);
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new StartError(
      `${count === 1 ? "1 order" : `${count} orders`} of this database went to a real payment provider or were paid at the desk, so nothing is removed. If the content is the institute's own by now: npm run demo -- keep`,
    );
}
