import { type MoneySettingsForm, Refusal } from "@shoreline/contract";
import { defaultMoneySettings, type MoneySettings } from "@shoreline/domain/due";
import { eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { moneySettings } from "../../db/tables/due.ts";
import { onlySettings } from "../due/settings.ts";
import { recordChange } from "../staff/audit.ts";

export function toSettingsForm({ overdue, ...settings }: MoneySettings & { version: number }) {
  return { ...settings, overdue: { ...overdue, remindOn: [...overdue.remindOn] } };
}

export async function saveSettings(ctx: StaffCtx, { version, ...content }: MoneySettingsForm & { version: number }) {
  return ctx.db.transaction(async (tx) => {
    await tx
      .insert(moneySettings)
      .values({ id: onlySettings, content: defaultMoneySettings, version: 0 })
      .onConflictDoNothing();
    const [held] = await tx.select().from(moneySettings).where(eq(moneySettings.id, onlySettings)).for("update");
    if (!held || held.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    const after = { content, version: version + 1 };
    await tx.update(moneySettings).set(after).where(eq(moneySettings.id, onlySettings));
    await recordChange(tx, ctx, {
      ...{ action: "Changed the money settings", kind: "setting", thingId: "money settings", thing: "Money settings" },
      ...{ before: { ...held.content }, after: { ...content } },
    });
    return toSettingsForm({ ...content, version: after.version });
  });
}
