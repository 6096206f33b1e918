import { sql } from "drizzle-orm";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";

/** Goes with the play money that it is about. */
export const refundDemo: DemoMaker = {
  async remove(db) {
    await db.execute(sql`delete from credit_note`);
    await db.execute(sql`delete from document_counter where series = 'credit note'`);
    await db.execute(sql`delete from dispute`);
    await db.execute(sql`delete from settlement`);
    return { refunds: await countDeleted(db, sql`delete from refund`) };
  },
};
