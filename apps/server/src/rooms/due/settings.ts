import { defaultMoneySettings, type MoneySettings } from "@shoreline/domain/due";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { moneySettings } from "../../db/tables/due.ts";

/** The id of the only row. */
export const onlySettings = "only";

/** How this institute handles money at the desk; what it has not said is as by default. */
export async function readMoneySettings(db: Db): Promise<MoneySettings & { version: number }> {
  const [found] = await db.select().from(moneySettings).where(eq(moneySettings.id, onlySettings));
  return { ...defaultMoneySettings, ...found?.content, version: found?.version ?? 0 };
}
