import { defaultMoneySettings } from "@shoreline/domain/due";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { moneySettings } from "../../db/tables/due.ts";
import { onlySettings } from "./settings.ts";

/** The local gateway can take later instalments; an account at the provider may not. */
const content = { ...defaultMoneySettings, automaticPayments: true };

/** The room `sale` removes it. */
export const dueDemo: DemoMaker = {
  load: async ({ db }) => addSettings(db),
  freshen: async ({ db }) => void (await addSettings(db)),
};

async function addSettings(db: Db): Promise<number> {
  const row = { id: onlySettings, content, version: 0 };
  return (await db.insert(moneySettings).values(row).onConflictDoNothing().returning({ id: moneySettings.id })).length;
}
