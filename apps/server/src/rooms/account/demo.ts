import { like } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import { learner } from "../../db/tables/account.ts";
import { StartError } from "../../start-error.ts";

/** Nobody can have an address here: the domain is kept for examples (RFC 2606). */
export const demoDomain = "learners.example";

const isInvented = like(learner.email, `%@${demoDomain}`);

/** Learners whom the demonstration's sales have invented. Others tried the demo, and stay. */
export const accountDemo: DemoMaker = {
  has: async (db) => (await db.$count(learner, isInvented)) > 0,
  async keep(db) {
    if ((await db.$count(learner, isInvented)) > 0)
      throw new StartError(
        "This database has invented sales, which cannot become the institute's own. Remove them: npm run demo -- remove",
      );
  },
  remove: async (db) => ({ learners: (await db.delete(learner).where(isInvented)).rowCount ?? 0 }),
};
