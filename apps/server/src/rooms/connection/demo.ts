import { eq, sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { apiKey, happened, webhook } from "../../db/tables/connection.ts";

/** Nothing is invented. What visitors of a demonstration made goes every day. */
export const connectionDemo: DemoMaker = {
  async freshen({ db }) {
    await removeAll(db);
    // The invented people that this transaction has brought back did not just come: `at` is the time at which it began.
    await db.delete(happened).where(sql`${happened.at} = now()`);
  },
  has: async (db) =>
    (await db.$count(apiKey, isOfDemo)) > 0 || (await db.$count(webhook, eq(webhook.isDemo, true))) > 0,
  // Strangers know these keys and addresses.
  async keep(db) {
    await removeAll(db);
  },
  remove: removeAll,
};

const isOfDemo = eq(apiKey.isDemo, true);

async function removeAll(db: Db): Promise<Record<string, number>> {
  const keys = await db.delete(apiKey).where(isOfDemo).returning({ id: apiKey.id });
  const webhooks = await db.delete(webhook).where(eq(webhook.isDemo, true)).returning({ id: webhook.id });
  return { keys: keys.length, webhooks: webhooks.length };
}
