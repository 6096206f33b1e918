import { sql } from "drizzle-orm";
import { countDeleted, type DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";

/** Proposals that visitors of a demonstration asked for go every day, and with the demo. */
export const timetableDemo: DemoMaker = {
  freshen: async ({ db }) => void (await removeProposals(db)),
  remove: async (db) => ({ proposals: await removeProposals(db) }),
};

function removeProposals(db: Db): Promise<number> {
  return countDeleted(db, sql`delete from proposal where staff_id in (select id from staff where is_demo)`);
}
