import { sql } from "drizzle-orm";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";

/** Removes all purchases and invoices, even of the institute's own courses, so that invoices start at 1. */
export const enrolmentDemo: DemoMaker = {
  async remove(db) {
    const invoices = await countDeleted(db, sql`delete from invoice`);
    await db.execute(sql`delete from invoice_counter`);
    return { invoices, purchases: await countDeleted(db, sql`delete from purchase`) };
  },
};
