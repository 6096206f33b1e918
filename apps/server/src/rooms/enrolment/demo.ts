import { sql } from "drizzle-orm";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";

/** What was bought goes with the demo, also of courses that are not of it: an institute begins with invoice number one. */
export const enrolmentDemo: DemoMaker = {
  async remove(db) {
    const invoices = await countDeleted(db, sql`delete from invoice`);
    await db.execute(sql`delete from invoice_counter`);
    return { invoices, purchases: await countDeleted(db, sql`delete from purchase`) };
  },
};
