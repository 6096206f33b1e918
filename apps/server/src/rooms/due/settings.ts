import { defaultMoneySettings, type MoneySettings } from "@shoreline/domain/due";
import type { Db } from "../../db/connect.ts";
import { moneySettings } from "../../db/tables/due.ts";

/** How this institute handles money at the desk; what it has not said is as by default. */
export async function readMoneySettings(db: Db): Promise<MoneySettings> {
  const [row] = await db.select({ content: moneySettings.content }).from(moneySettings).limit(1);
  return { ...defaultMoneySettings, ...row?.content };
}
