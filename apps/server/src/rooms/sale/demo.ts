import { sql } from "drizzle-orm";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";

/** All money in a database that holds the demo is play money, so sales, receipts and drawers go with the orders. */
export const saleDemo: DemoMaker = {
  async remove(db) {
    await db.execute(sql`delete from cash_move`);
    const drawers = await countDeleted(db, sql`delete from cash_drawer`);
    const receipts = await countDeleted(db, sql`delete from receipt`);
    await db.execute(sql`delete from document_counter where series = 'receipt'`);
    await db.execute(sql`delete from due`);
    // Somebody may have typed in an account of their own, to which the desk would send money.
    await db.execute(sql`delete from money_settings`);
    return { drawers, receipts, sales: await countDeleted(db, sql`delete from sale`) };
  },
};
