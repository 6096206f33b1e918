import { like, sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import { learner } from "../../db/tables/account.ts";
import { StartError } from "../../start-error.ts";

/** Nobody can have an address here: the domain is kept for examples (RFC 2606). */
export const demoDomain = "learners.example";

const isInvented = like(learner.email, `%@${demoDomain}`);

/** Learners whom the demonstration has invented. Others tried the demo, and stay. */
export const accountDemo: DemoMaker = {
  has: async (db) => (await db.$count(learner, isInvented)) > 0,
  async keep(db) {
    const { rows } = await db.execute(sql`
      select from invoice join learner on learner.id = invoice.learner_id where ${isInvented} limit 1`);
    if (rows.length > 0)
      throw new StartError(
        "This database has invented sales, which cannot become the institute's own. Remove them: npm run demo -- remove",
      );
    // Those who only sit in batches go.
    await db.delete(learner).where(isInvented);
  },
  remove: async (db) => ({ learners: (await db.delete(learner).where(isInvented)).rowCount ?? 0 }),
};
